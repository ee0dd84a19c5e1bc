import HTTPTypes

/// Follows redirects, as far as the policy allows and without sending secrets to another origin.
///
/// It is placed outside authentication, so that it forwards unsigned requests: authentication signs each hop within the
/// origin again, and another origin gets no credential. It is placed inside retry, so that one attempt includes all
/// hops; a retry starts at the caller's URL. The deadline covers all hops, the attempt timeout one hop.
///
/// - 301 and 302 turn a `POST` into a `GET`. 303 turns everything but `HEAD` into a `GET`. 307 and 308 preserve method
///   and body.
/// - Another origin (scheme, host or port) receives no field that could be a secret.
/// - A redirect fails the call if it leads from https to http, or would resend a body that can be read only once.
/// - 300, 304 and a response without Location are not redirects.
/// - Each hop takes a new connection, because many servers close a connection after a redirect without announcing it.
///   If the server closes the new one before the request is sent, the request is sent once more.
///
/// A body may contain a secret too, such as a password. For that reason the pipeline of ``TokenEndpointClient`` has no
/// redirect interceptor.
public struct RedirectInterceptor: Interceptor {
    private let policy: RedirectPolicy

    /// An interceptor with one policy for all its calls.
    public init(_ policy: RedirectPolicy = .follow()) {
        self.policy = policy
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        var machine = RedirectMachine(policy)
        while true {
            // The response of a hop is released at the end of each iteration: dropping its unread body releases the
            // connection before the next request.
            let response = try await send(call, next)
            guard try follow(response.head, &call, &machine) else { return response }
        }
    }

    private func send(_ call: Call, _ next: Next) async throws(NetworkError) -> ServerResponse {
        do throws(NetworkError) {
            return try await next(call)
        } catch {
            // A retry would start at the caller's URL, and repeat the request that the server has redirected.
            guard call.needsFreshConnection, error.cause == .transport(.notSent) else { throw error }
            return try await next(call)
        }
    }

    /// Applies the redirect in `head` to `call`. Returns `false` if the response goes to the caller.
    @inline(never)
    private func follow(
        _ head: HTTPResponse, _ call: inout Call, _ machine: inout RedirectMachine
    ) throws(NetworkError) -> Bool {
        switch machine.step(call.request, hasReplayableBody: call.body.isReplayable, response: head) {
        case .response: return false
        case .declined:
            call.context.report(.redirectNotFollowed(status: head.status.code, reason: nil))
            return false
        case .refuse(let failure):
            call.context.report(.redirectNotFollowed(status: head.status.code, reason: failure))
            throw call.context.error(.redirect(failure), call.request)
        case .follow(let hop):
            call.follow(hop, after: head.status.code)
            return true
        }
    }
}

extension Call {
    fileprivate mutating func follow(_ hop: RedirectMachine.Hop, after status: Int) {
        request = hop.request
        if !hop.keepsBody { body = .empty }
        needsFreshConnection = true
        context.report(.redirected(status: status, url: context.redactedURL(of: request).text))
        if !hop.stripped.isEmpty { context.report(.headersStripped(names: hop.stripped)) }
        guard hop.crossesOrigin, signing == .allowed else { return }
        // This applies to all later hops, even back to the first origin: a foreign server chose that address, and must
        // not cause signed requests in the user's name.
        signing = .withheld
        if context.credentialProvider != nil { context.report(.credentialWithheld) }
    }
}

/// Which redirects a call follows.
public enum RedirectPolicy: Sendable, Equatable {
    /// Follows no redirect: the redirect response is returned to the caller.
    case never
    /// Follows at most `limit` redirects in a row; one more fails the call. The default of 20 is the limit of browsers
    /// (Fetch standard).
    case follow(limit: Int = 20)
}

/// Which header fields a redirected request retains.
enum RedirectedFields {
    /// Whether the field `name` describes the body, and is removed with it (RFC 9110 section 15.4).
    static func describesBody(_ name: HTTPField.Name) -> Bool {
        name.canonicalName.hasPrefix("content-")
            || ["digest", "expect", "idempotency-key", "trailer", "transfer-encoding"].contains(name.canonicalName)
    }

    /// Whether another origin may see the field `name` of the request's `fields`.
    ///
    /// An allow list, because an API can name its key as it likes. Fields that an endpoint or environment adds beyond
    /// the list (`X-Api-Key`, a tenant's name) belong to the origin that they were written for. The list contains
    /// fields that describe the requested representation (RFC 9110 sections 12.5, 13.1 and 14.2, RFC 9111 section 5.2),
    /// fields that describe a body, and fields that only identify the program or the call.
    ///
    /// The conditions of a read are removed, because a validator of one resource says nothing about another (RFC 9110
    /// section 8.8). Those of a write stay, because the write must not become unconditional.
    static func mayCrossOrigins(_ name: HTTPField.Name, of fields: HTTPFields) -> Bool {
        switch name {
        // "*" names no version: it means "only if nothing exists yet".
        case .ifNoneMatch: fields[.ifNoneMatch] == "*"
        // Without its If-Range, the Range would request a part of any version.
        case .range: fields[.ifRange] == nil
        default: harmless.contains(name.canonicalName)
        }
    }

    private static let harmless: Set<String> = [
        "accept", "accept-encoding", "accept-language", "cache-control", "if-match",
        "if-unmodified-since", "pragma", "prefer",
        "content-digest", "content-encoding", "content-language", "content-length", "content-type", "digest", "expect",
        "idempotency-key", "user-agent", "x-request-id",
    ]
}

extension URIReference {
    /// The URL of `request`, the base of every reference in its response.
    init?(_ request: HTTPRequest) {
        self.init("\(request.scheme ?? "http")://\(request.authority ?? "")\(request.path ?? "/")")
    }

    /// Path and query as a request line contains them: never empty, and without the fragment.
    package var requestPath: String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }
}
