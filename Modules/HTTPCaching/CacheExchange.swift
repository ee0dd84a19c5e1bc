import Foundation
import HTTPTypes
import Networking

/// One question to the server on behalf of the cache, and what becomes of the answer.
struct CacheExchange {
    let cache: ResponseCacheInterceptor
    let call: Call
    let lookup: CacheLookup
    let flight: InFlightRequests.Flight
    let next: Next

    /// Asks, on condition that `selected` no longer holds where the server can tell.
    func run(selected: StoredResponse?) async throws(NetworkError) -> ServerResponse {
        let conditions = selected.map { lookup.conditions(for: $0) } ?? HTTPFields()
        let start = cache.calendar.monotonicTime
        let response: ServerResponse
        do throws(NetworkError) {
            response = try await next(conditions.isEmpty ? call : call.with(conditions))
        } catch {
            if error.isRetryable, let stale = responseDespiteError(from: selected) { return stale }
            throw error
        }
        return try await settle(response, from: start, instead: selected, isConditional: !conditions.isEmpty)
    }

    // A function of its own, so that a call that waits for its response holds no memory for what becomes of it.
    @inline(never)
    private func settle(
        _ response: ServerResponse, from start: Duration, instead selected: StoredResponse?, isConditional: Bool
    ) async throws(NetworkError) -> ServerResponse {
        let arrival = cache.calendar.arrival(after: start)
        if let selected {
            let status = response.head.status.code
            if status == 304, isConditional { return try await confirm(selected, by: response, arrival) }
            if Self.failures.contains(status), let stale = responseDespiteError(from: selected) { return stale }
        }
        await take(response, arrival, instead: selected)
        return response
    }

    /// The server says that `selected` still holds.
    private func confirm(
        _ selected: StoredResponse, by response: ServerResponse, _ arrival: CacheStorageRules.Arrival
    ) async throws(NetworkError) -> ServerResponse {
        // A redirect may have carried our condition to another resource, which knows nothing of what is kept. What was
        // asked for is still unanswered then.
        guard response.target == lookup.key.target, selected.isValidated(by: response.head) else {
            return try await run(selected: nil)
        }
        call.context.report(.cache(.revalidated))
        let fresh = ServerResponse(
            head: selected.freshened(by: response.head), body: .data(selected.body), target: response.target)
        await take(fresh, arrival, instead: selected)
        return fresh
    }

    /// Keeps `response` if that is allowed, and sees to it that nothing older outlives it.
    private func take(
        _ response: ServerResponse, _ arrival: CacheStorageRules.Arrival, instead selected: StoredResponse?
    ) async {
        guard lookup.storesResponse else { return }
        let verdict = cache.rules.judge(response, to: lookup, arrival: arrival)
        switch verdict {
        case .success(let stored):
            if let obstacle = cache.obstacle(to: call, on: flight, for: lookup.key) {
                call.context.report(.cache(.notStored(obstacle)))
            } else {
                await cache.keep(stored, for: lookup.key, of: call, on: flight)
            }
        case .failure(let obstacle):
            if selected != nil, Self.superseding.contains(response.head.status.code) {
                await cache.forget(lookup.key, for: call)
            }
            call.context.report(.cache(.notStored(obstacle)))
        }
    }

    private func responseDespiteError(from selected: StoredResponse?) -> ServerResponse? {
        guard let selected, let age = lookup.ageDespiteError(of: selected, at: cache.calendar.now),
            cache.obstacle(to: call, on: flight, for: lookup.key) == nil
        else { return nil }
        call.context.report(.cache(.servedStale(age: .seconds(age))))
        return lookup.response(from: selected, age: age)
    }

    /// RFC 5861 section 4.
    private static let failures: Set<Int> = [500, 502, 503, 504]

    /// Statuses that say something new about the resource, so that what was kept before is known to be wrong. A failure
    /// and a 401 say nothing about it.
    private static let superseding: Set<Int> = [200, 203, 204, 206, 300, 301, 302, 303, 307, 308, 403, 404, 405, 410]
}

extension Call {
    fileprivate func with(_ fields: HTTPFields) -> Call {
        var call = self
        call.request.headerFields.append(contentsOf: fields)
        return call
    }
}
