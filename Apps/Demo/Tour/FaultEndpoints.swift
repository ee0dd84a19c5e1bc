import Networking
import Services

/// What the sample backend counted by itself: the tour believes the server rather than the app.
struct ServerCounters: Decodable, Sendable {
    let refreshes: Int
    let unauthorized: Int
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// Ends the life of every access token at once; refresh tokens stay good.
    static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", answer: .nothing)
    }

    static func resetCounters() -> Self {
        Endpoint(.post, "/faults/reset-counters", answer: .nothing)
    }
}

extension Endpoint where Access: GuestScope, Response == ServerCounters {
    static func counters() -> Self {
        Endpoint(.get, "/faults/counters", answer: .json)
    }
}
