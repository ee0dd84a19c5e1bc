import Foundation
import HTTPTypes
import Networking

/// One request of the cache to the server, and the handling of its response.
struct CacheExchange {
    let cache: ResponseCacheInterceptor
    let call: Call
    let lookup: CacheLookup
    let flight: InFlightRequests.Flight
    let next: Next

    /// Sends the call, as a conditional request if `selected` has validators.
    func run(selected: StoredResponse?) async throws(NetworkError) -> ServerResponse {
        let conditions = selected.map { lookup.conditions(for: $0) } ?? HTTPFields()
        let start = cache.clock.monotonicTime
        let response: ServerResponse
        do throws(NetworkError) {
            response = try await next(conditions.isEmpty ? call : call.with(conditions))
        } catch {
            if error.isRetryable, let stale = responseDespiteError(from: selected) { return stale }
            throw error
        }
        return try await handle(response, from: start, instead: selected, isConditional: !conditions.isEmpty)
    }

    // A separate function, so that a call that waits for its response needs no memory for handling it.
    @inline(never)
    private func handle(
        _ response: ServerResponse, from start: Duration, instead selected: StoredResponse?, isConditional: Bool
    ) async throws(NetworkError) -> ServerResponse {
        let arrival = cache.clock.arrival(after: start)
        if let selected {
            let status = response.head.status.code
            if status == 304, isConditional { return try await revalidate(selected, by: response, arrival) }
            if Self.failures.contains(status), let stale = responseDespiteError(from: selected) { return stale }
        }
        await updateStorage(response, arrival, instead: selected)
        return response
    }

    /// Returns `selected` with the fields of the 304 `response`, if that response is about `selected`.
    private func revalidate(
        _ selected: StoredResponse, by response: ServerResponse, _ arrival: CacheStorageRules.Arrival
    ) async throws(NetworkError) -> ServerResponse {
        // A redirect may have sent our condition to another resource, whose 304 says nothing about the stored response.
        // The call then still needs a response.
        guard response.target == lookup.key.target, selected.isValidated(by: response.head) else {
            return try await run(selected: nil)
        }
        call.context.report(.cache(.revalidated))
        let fresh = ServerResponse(
            head: selected.freshened(by: response.head), body: .data(selected.body), target: response.target)
        await updateStorage(fresh, arrival, instead: selected)
        return fresh
    }

    /// Stores `response` if the rules allow it, and removes stored responses that it supersedes.
    private func updateStorage(
        _ response: ServerResponse, _ arrival: CacheStorageRules.Arrival, instead selected: StoredResponse?
    ) async {
        guard lookup.storesResponse else { return }
        let isComplete = call.context.readsVerdict ? await call.context.verdict(on: response) == .byStatus : true
        switch isComplete ? cache.rules.evaluate(response, to: lookup, arrival: arrival) : .failure(.incomplete) {
        case .success(let stored):
            if let obstacle = cache.obstacle(to: call, on: flight, for: lookup.key) {
                call.context.report(.cache(.notStored(obstacle)))
            } else {
                await cache.store(stored, for: lookup.key, of: call, on: flight)
            }
        case .failure(let obstacle):
            if selected != nil, Self.superseding.contains(response.head.status.code) {
                await cache.removeResponses(for: lookup.key, of: call)
            }
            call.context.report(.cache(.notStored(obstacle)))
        }
    }

    private func responseDespiteError(from selected: StoredResponse?) -> ServerResponse? {
        guard let selected, let age = lookup.ageDespiteError(of: selected, at: cache.clock.now),
            cache.obstacle(to: call, on: flight, for: lookup.key) == nil
        else { return nil }
        call.context.report(.cache(.servedStale(age: .seconds(age))))
        return lookup.response(from: selected, age: age)
    }

    /// RFC 5861 section 4.
    private static let failures: Set<Int> = [500, 502, 503, 504]

    /// Statuses that supersede a stored response. A server error and a 401 say nothing about the resource.
    private static let superseding: Set<Int> = [200, 203, 204, 206, 300, 301, 302, 303, 307, 308, 403, 404, 405, 410]
}

extension Call {
    fileprivate func with(_ fields: HTTPFields) -> Call {
        var call = self
        call.request.headerFields.append(contentsOf: fields)
        return call
    }
}
