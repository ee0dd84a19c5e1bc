import Foundation
import HTTPTypes
public import Networking
public import Primitives
import Synchronization

/// Answers calls from a store while a kept answer is fresh, and asks the server whether it still holds when it is not:
/// RFC 9111 for one client on one machine (a private cache).
///
/// It stands right inside the deadline and outside of everything that repeats, redirects or signs a call, so that an
/// answer from the store costs none of it. Nothing is shared between users: an answer is kept under the partition of
/// whoever asked (``CredentialPartition``). A call whose authority names none passes by, and so does a call that
/// carries a credential of its own already when it comes here.
///
/// An endpoint says `Cache-Control: no-cache`, `no-store`, `max-age`, `min-fresh`, `max-stale` or `only-if-cached` in
/// its headers where the server's word is not enough.
///
/// - What is kept holds no Set-Cookie: only the call that got it sees it. Of the request it holds the URI, and the
///   values of fields that Vary names and that negotiate an answer's form.
/// - A store that fails is told to the monitor, and the call goes on to the server.
/// - A call that succeeds with an unsafe method forgets what is kept for its URI, and an answer to an earlier question
///   that is still under way is not kept.
/// - A session that has ended is answered no more.
///
/// Left out, as the RFC allows: guessed freshness (4.2.2), partial answers (3.3, 3.4), several entity tags in one
/// question (4.3.1), conditions of the caller's own (4.3.2), freshening by HEAD (4.3.5), `must-understand` (5.2.2.3),
/// Pragma (5.4), answers of other statuses than those that may be kept unasked, the request's own `stale-if-error`,
/// and `stale-while-revalidate` (RFC 5861): an answer that is renewed in nobody's name has no session, deadline or
/// monitor. Equal calls at the same time are not made one: each asks.
public final class ResponseCacheInterceptor: Interceptor {
    private let storage: any ResponseCacheStorage
    private let partition: CredentialPartition
    let calendar: MonotonicDate
    let rules: CacheStorageRules
    private let inFlight = Mutex(InFlightRequests())

    /// - Parameters:
    ///   - partition: of the calls without an authority. If the chain signs them (a key, a password), it must stand for
    ///     that credential and for no other.
    ///   - bodyLimit: larger answers aren't kept, in bytes; 1 MiB by default, so that one download doesn't push out a
    ///     hundred answers.
    ///   - negotiating: request fields beyond ``negotiatingFields`` whose values may be kept to tell variants apart,
    ///     such as `X-Tenant`; never one that carries a secret.
    public init(
        storage: any ResponseCacheStorage, partition: CredentialPartition, time: any TimeSource,
        bodyLimit: Int = 1024 * 1024, negotiating: Set<String> = []
    ) {
        self.storage = storage
        self.partition = partition
        calendar = MonotonicDate(time)
        rules = CacheStorageRules(
            bodyLimit: bodyLimit,
            negotiating: Set(Self.negotiatingFields.union(negotiating).map { $0.lowercased() }))
    }

    /// Request fields that choose the form of an answer and say nothing secret.
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
        switch lookup.decide(among: stored ?? [], at: calendar.now) {
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

    /// Whose answers may be given to `call`, and to whom its answer will belong; `nil` for nobody's.
    private func partition(of call: Call) -> CredentialPartition? {
        guard let credentialProvider = call.context.credentialProvider else { return partition }
        // The credential's holder may have signed out, and what goes on without the credential is not the holder's
        // call.
        guard call.signing == .allowed, !hasEnded(call) else { return nil }
        return credentialProvider.partition
    }

    /// Whether the session is over in whose name `call` was made.
    private func hasEnded(_ call: Call) -> Bool {
        call.context.credentialProvider.map { $0.credential == nil } ?? false
    }

    /// Keeps `stored`, unless what it answers was overtaken or its session has ended. Both are looked at again once it
    /// is kept: whoever changed or ended something in that time has cleared the store before this came.
    func keep(
        _ stored: StoredResponse, for key: ResponseCacheKey, of call: Call, on flight: InFlightRequests.Flight
    ) async {
        let isStored = await attempt(call) { storage throws(ResponseCacheStorageError) in
            try await storage.save(stored, for: key)
            return true
        }
        if let obstacle = obstacle(to: call, on: flight, for: key) {
            await forget(key, for: call)
            call.context.report(.cache(.notStored(obstacle)))
        } else if isStored == true {
            call.context.report(.cache(.stored))
        }
    }

    /// What happened under way that forbids keeping the answer.
    func obstacle(
        to call: Call, on flight: InFlightRequests.Flight, for key: ResponseCacheKey
    ) -> CacheEvent.Obstacle? {
        if hasEnded(call) { return .sessionEnded }
        return inFlight.withLock { $0.isOvertaken(flight, for: key) } ? .overtaken : nil
    }

    /// Forgets every variant of `key`.
    func forget(_ key: ResponseCacheKey, for call: Call) async {
        await attempt(call) { storage throws(ResponseCacheStorageError) in
            try await storage.removeResponses(for: key)
        }
    }

    /// RFC 9111 section 4.4, for whoever made the call and for everybody who is nobody: both see this client's answers.
    private func invalidate(_ response: ServerResponse, to call: Call) async {
        guard let target = call.target else { return }
        let targets = Set([target] + target.related(in: response.head.headerFields))
        let partitions = Set([partition, call.context.credentialProvider?.partition].compactMap(\.self))
        for key in partitions.flatMap({ partition in
            targets.map { ResponseCacheKey(partition: partition, target: $0) }
        }) {
            inFlight.withLock { $0.overtake(key) }
            await forget(key, for: call)
        }
        call.context.report(.cache(.invalidated))
    }

    /// `nil` if the store failed.
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
    /// The answer to a call that wants none from the server where there is no other (RFC 9111 section 5.2.1.7).
    fileprivate static var unsatisfiable: ServerResponse {
        ServerResponse(head: HTTPResponse(status: .gatewayTimeout), body: .data(Data()))
    }
}

extension HTTPRequest.Method {
    /// RFC 9110 section 9.2.1.
    fileprivate var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}
