import Networking
import RemoteServices

/// The settings of a fault switch; see `--faults` of the backend.
struct Fault: Encodable, Sendable {
    var count = 1
    var path = "/v2"
    var status: Int?
    var retryAfter: Int?
    var retryAfterAs: String?
    var milliseconds: Int?
    /// Bytes of the body, or of the rest.
    var after: Int?
    var to: Int?
    var how: String?
    var when: String?

    private enum CodingKeys: String, CodingKey {
        case count, path, status, milliseconds, after, to, how, when
        case retryAfter = "retry_after"
        case retryAfterAs = "retry_after_as"
    }
}

/// The server's own counters.
struct Counters: Decodable, Sendable {
    let requests: Int
    let refreshes: Int
    let unauthorized: Int
    let routes: [String: Int]
    let downloads: [Download]

    struct Download: Decodable, Sendable {
        let range: String?
        let status: Int
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// Activates the switch called `name`.
    static func arm(_ name: String, _ fault: Fault) -> Self {
        Endpoint(.post, "/faults/\(name)", body: .encodable(fault), response: .nothing)
    }

    /// Invalidates every access token at once; refresh tokens stay valid.
    static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", response: .nothing)
    }

    static func resetCounters() -> Self {
        Endpoint(.post, "/faults/reset-counters", response: .nothing)
    }

    /// Returns a response to any caller.
    static func health() -> Self {
        Endpoint(.get, "/health", response: .nothing)
    }
}

extension Endpoint where Access: GuestScope, Response == Counters {
    static func counters() -> Self {
        Endpoint(.get, "/faults/counters", response: .json)
    }
}
