import Networking
import RemoteServices

/// What the sample backend counted by itself: the tour believes the server rather than the app.
struct ServerCounters: Decodable, Sendable {
    let refreshes: Int
    let unauthorized: Int
}

/// A burst of refusals.
struct RefusalBurst: Encodable, Sendable {
    let count: Int
    let path: String
}

/// Downloads that end too early.
struct CutDownloads: Encodable, Sendable {
    let count: Int
    /// Of each answer, in bytes.
    let after: Int
    let path: String
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// Ends the life of every access token at once; refresh tokens stay good.
    static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", response: .nothing)
    }

    static func resetCounters() -> Self {
        Endpoint(.post, "/faults/reset-counters", response: .nothing)
    }

    /// Answers the next requests with 503.
    static func refuse(_ burst: RefusalBurst) -> Self {
        Endpoint(.post, "/faults/refuse", body: .encodable(burst), response: .nothing)
    }

    /// Breaks the connection in the midst of the next answers.
    static func cut(_ downloads: CutDownloads) -> Self {
        Endpoint(.post, "/faults/cut", body: .encodable(downloads), response: .nothing)
    }
}

extension Endpoint where Access: GuestScope, Response == ServerCounters {
    static func counters() -> Self {
        Endpoint(.get, "/faults/counters", response: .json)
    }
}
