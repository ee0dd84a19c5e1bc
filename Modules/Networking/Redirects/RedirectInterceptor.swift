import HTTPTypes

/// Goes where a server sends a call on to, as far as the policy and the call's secrets allow.
///
/// It stands outside authentication and inside retry. Outside authentication, because what it sends on is then
/// unsigned: a hop within the origin is signed anew, for another origin the credential is withheld. Inside retry, so
/// that an attempt is a whole chain of hops; a retry begins at the address that the caller gave. The deadline further
/// out spans all hops, the attempt timeout further in is each hop's own.
///
/// - 301 and 302 make a `GET` of a `POST`, 303 of everything but `HEAD`; 307 and 308 keep method and body.
/// - Another origin (scheme, host or port) gets none of the fields that could be a secret.
/// - From https to http nothing is followed. Neither is a body that can be read only once sent twice.
/// - 300, 304 and an answer without Location are no redirects.
///
/// A body is a secret too where it holds one: the chain on which people sign in and credentials are renewed has no such
/// link.
public struct RedirectInterceptor: Interceptor {
    private let policy: RedirectPolicy

    /// A link with one policy for all its calls.
    public init(_ policy: RedirectPolicy = .follow()) {
        self.policy = policy
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        var machine = RedirectMachine(policy)
        while true {
            // A hop's answer lives for one turn: its body, unread, is let go before the next request, and the
            // connection with it.
            let response = try await next(call)
            guard try follow(response.head, &call, &machine) else { return response }
        }
    }

    /// Whether the call, changed accordingly, goes on to where `head` leads; otherwise it is the caller's.
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
        context.report(.redirected(status: status, url: context.redactedURL(of: request)))
        if !hop.stripped.isEmpty { context.report(.headersStripped(names: hop.stripped)) }
        guard hop.crossesOrigin, signing == .allowed else { return }
        // For good, even if a later hop leads home: the address there was chosen by a stranger, who would otherwise
        // choose what is done in this user's name.
        signing = .withheld
        if context.credentialProvider != nil { context.report(.credentialWithheld) }
    }
}
