import Foundation
import HTTPTypes
public import Networking
public import Primitives
import Synchronization

/// A private HTTP cache for one client on one device (RFC 9111): returns fresh stored responses, and revalidates stale
/// ones with the server.
///
/// It is placed directly inside the deadline and outside retry, redirects and authentication, so that a stored response
/// costs none of these. Users share nothing: a response is stored under the partition of the call's user
/// (`CredentialPartition`). A call bypasses the cache if its credential provider names no partition, or if it already
/// has a credential when it reaches this interceptor.
///
/// An endpoint can set `Cache-Control: no-cache`, `no-store`, `max-age`, `min-fresh`, `max-stale` or `only-if-cached`
/// in its headers.
///
/// - A stored response contains no Set-Cookie: only the call that received that field sees it. Of the request, only
///   the URI is stored, and the values of fields that Vary names and that negotiate the form of a response.
/// - If the store fails, the monitor receives an event and the call goes to the server.
/// - A successful call with an unsafe method removes the responses stored for its URI. The response to an earlier
///   request that is still running is not stored.
/// - Calls of an ended session get no stored response.
///
/// Omitted, as the RFC allows: heuristic freshness (4.2.2), partial responses (3.3, 3.4), several entity tags in one
/// request (4.3.1), the caller's own conditions (4.3.2), freshening by HEAD (4.3.5), `must-understand` (5.2.2.3),
/// Pragma (5.4), responses with statuses that need explicit permission, the request's own `stale-if-error`, and
/// `stale-while-revalidate` (RFC 5861): revalidation in the background would have no session, deadline or monitor.
/// Identical concurrent calls are not combined: each sends its own request.
public final class ResponseCacheInterceptor: Interceptor {
    private let storage: any ResponseCacheStorage
    private let partition: CredentialPartition
    let clock: MonotonicDate
    let rules: CacheStorageRules
    private let inFlight = Mutex(InFlightRequests())

    /// - Parameters:
    ///   - partition: the partition of calls without a credential provider. If the pipeline signs them (an API key, a
    ///     password), the partition must represent that credential and no other.
    ///   - bodyLimit: the largest body that is stored, in bytes; 1 MiB by default, so that one download does not
    ///     displace a hundred responses.
    ///   - negotiating: request fields beyond ``negotiatingFields`` whose values may be stored to distinguish variants,
    ///     such as `X-Tenant`; never one that contains a secret.
    public init(
        storage: any ResponseCacheStorage, partition: CredentialPartition, time: any TimeSource,
        bodyLimit: Int = 1024 * 1024, negotiating: Set<String> = []
    ) {
        self.storage = storage
        self.partition = partition
        clock = MonotonicDate(time)
        rules = CacheStorageRules(
            bodyLimit: bodyLimit,
            negotiating: Set(Self.negotiatingFields.union(negotiating).map { $0.lowercased() }))
    }

    /// Request fields that select the form of a response and contain no secret.
    public static let negotiatingFields: Set<String> = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "DPR", "Origin", "Prefer", "Save-Data",
        "User-Agent", "Viewport-Width", "Width",
    ]

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        let method = call.request.method
        guard method == .get || method == .head else {
            let response = try await next(call)
            if !method.isSafe, response.head.status.code < 400 { await invalidate(response, to: call) }
            return response
        }
        guard let lookup = partition(of: call).flatMap({ CacheLookup(call, in: $0) }) else {
            return CacheControl(call.request.headerFields).onlyIfCached ? .unsatisfiable : try await next(call)
        }
        let flight = inFlight.withLock { $0.begin() }
        defer { inFlight.withLock { $0.end() } }
        let stored = await attempt(call) { storage throws(ResponseCacheStorageError) in
            try await storage.responses(for: lookup.key)
        }
        guard !hasEnded(call) else { return try await next(call) }
        switch lookup.decide(among: stored ?? [], at: clock.now) {
        case .response(let stored, let age, let isStale):
            call.context.report(.cache(isStale ? .servedStale(age: .seconds(age)) : .served(age: .seconds(age))))
            return lookup.response(from: stored, age: age)
        case .unsatisfiable:
            call.context.report(.cache(.missed))
            return .unsatisfiable
        case .forward(let selected):
            call.context.report(.cache(.missed))
            return try await CacheExchange(cache: self, call: call, lookup: lookup, flight: flight, next: next)
                .run(selected: selected)
        }
    }

    /// The partition that serves `call` and stores its response; `nil` if the call bypasses the cache.
    private func partition(of call: Call) -> CredentialPartition? {
        guard let credentialProvider = call.context.credentialProvider else { return partition }
        // The user may have logged out, and a call without its credential is not the user's call.
        guard call.signing == .allowed, !hasEnded(call) else { return nil }
        return credentialProvider.partition
    }

    /// Whether the session of `call` has ended.
    private func hasEnded(_ call: Call) -> Bool {
        call.context.credentialProvider.map { $0.credential == nil } ?? false
    }

    /// Stores `stored`, and removes it again if its resource has changed or its session has ended meanwhile: that
    /// change or logout cleared the store too early to remove this response.
    func store(
        _ stored: StoredResponse, for key: ResponseCacheKey, of call: Call, on flight: InFlightRequests.Flight
    ) async {
        let isStored = await attempt(call) { storage throws(ResponseCacheStorageError) in
            try await storage.save(stored, for: key)
            return true
        }
        if let obstacle = obstacle(to: call, on: flight, for: key) {
            await removeResponses(for: key, of: call)
            call.context.report(.cache(.notStored(obstacle)))
        } else if isStored == true {
            call.context.report(.cache(.stored))
        }
    }

    /// Why the response must not be stored, if the session ended or the resource changed during the request.
    func obstacle(
        to call: Call, on flight: InFlightRequests.Flight, for key: ResponseCacheKey
    ) -> CacheEvent.Obstacle? {
        if hasEnded(call) { return .sessionEnded }
        return inFlight.withLock { $0.isOvertaken(flight, for: key) } ? .overtaken : nil
    }

    /// Removes every variant of `key`.
    func removeResponses(for key: ResponseCacheKey, of call: Call) async {
        await attempt(call) { storage throws(ResponseCacheStorageError) in
            try await storage.removeResponses(for: key)
        }
    }

    /// Removes the responses that `call` has made invalid (RFC 9111 section 4.4), for the call's user and for calls
    /// without a user: both are served by this cache.
    private func invalidate(_ response: ServerResponse, to call: Call) async {
        guard let target = call.target else { return }
        let targets = Set([target] + target.related(in: response.head.headerFields))
        let partitions = Set([partition, call.context.credentialProvider?.partition].compactMap(\.self))
        for key in partitions.flatMap({ partition in
            targets.map { ResponseCacheKey(partition: partition, target: $0) }
        }) {
            inFlight.withLock { $0.overtake(key) }
            await removeResponses(for: key, of: call)
        }
        call.context.report(.cache(.invalidated))
    }

    /// Runs a storage operation. If it fails, reports the failure and returns `nil`.
    @discardableResult
    private func attempt<Value: Sendable>(
        _ call: Call,
        _ body: (any ResponseCacheStorage) async throws(ResponseCacheStorageError) -> Value
    ) async -> Value? {
        do throws(ResponseCacheStorageError) {
            return try await body(storage)
        } catch {
            call.context.report(.cache(.storeFailed(reason: error.reason)))
            return nil
        }
    }
}

extension ServerResponse {
    /// The response to `only-if-cached` without a usable stored response (RFC 9111 section 5.2.1.7).
    fileprivate static var unsatisfiable: ServerResponse {
        ServerResponse(head: HTTPResponse(status: .gatewayTimeout), body: .data(Data()))
    }
}

extension HTTPRequest.Method {
    /// RFC 9110 section 9.2.1.
    fileprivate var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

extension RequestTarget {
    /// The URIs in Location and Content-Location of a response, whose resources an unsafe method may also have changed
    /// (RFC 9111 section 4.4). URIs of other origins are ignored, because this server must not invalidate them.
    func related(in fields: HTTPFields) -> [RequestTarget] {
        [.location, .contentLocation].compactMap { fields.reference($0) }
            .compactMap { RequestTarget($0, from: self) }.filter { $0.isOfSameOrigin(as: self) }
    }
}
