/// Why a call is worth another attempt.
public enum RetryReason: Sendable, Equatable {
    /// The server asked for less (429).
    case throttled
    /// The server answered with a status that may pass: 408, 425, 500, 502, 503 or 504.
    case status(Int)
    /// No connection was made, so nothing was sent.
    case notConnected
    /// A kept connection turned out to be closed before anything was sent.
    case connectionStale
    /// The connection ended before the exchange did.
    case connectionLost
    /// The answer ended before its announced end.
    case truncatedResponse
    /// The attempt took too long, or nothing moved for too long.
    case timeout

    /// Whether the server can't have acted on the request, so that sending it again is safe whatever it asks for.
    var provesInaction: Bool {
        switch self {
        case .throttled, .notConnected, .connectionStale: true
        case .status, .connectionLost, .truncatedResponse, .timeout: false
        }
    }
}

extension RetryReason: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .throttled: "The server asked for fewer requests."
        case .status(let status): "The server answered with \(status), which may pass."
        case .notConnected: "No connection was made, so nothing was sent."
        case .connectionStale: "A kept connection was closed before anything was sent."
        case .connectionLost: "The connection was lost."
        case .truncatedResponse: "The answer ended too early."
        case .timeout: "The attempt took too long."
        }
    }
}
