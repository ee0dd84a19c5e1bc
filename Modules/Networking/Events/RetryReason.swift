/// Why a call is worth another attempt.
public enum RetryReason: Sendable, Equatable {
    /// The server reported too many requests (429).
    case throttled
    /// The server responded with a status that may be temporary: 408, 425, 500, 502, 503 or 504.
    case status(Int)
    /// No connection was made, so nothing was sent.
    case notConnected
    /// The connection was closed before anything was sent, or no connection was free in time.
    case notSent
    /// The connection was lost during the exchange.
    case connectionLost
    /// The response was shorter than announced.
    case truncatedResponse
    /// The attempt took too long, or no bytes arrived for too long.
    case timeout

    /// Whether the server can't have processed the request, so that every method can be sent again safely.
    var provesInaction: Bool {
        switch self {
        case .throttled, .notConnected, .notSent: true
        case .status, .connectionLost, .truncatedResponse, .timeout: false
        }
    }
}

extension RetryReason: CustomStringConvertible {
    /// The reason in a few words, as in `retrying in 19 ms (attempt 2): server returned 503`.
    public var description: String {
        switch self {
        case .throttled: "server returned 429 (too many requests)"
        case .status(let status): "server returned \(status)"
        case .notConnected: "could not connect"
        case .notSent: "request was not sent"
        case .connectionLost: "connection lost"
        case .truncatedResponse: "response ended too early"
        case .timeout: "attempt timed out"
        }
    }
}
