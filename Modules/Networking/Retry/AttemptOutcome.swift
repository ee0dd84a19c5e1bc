import HTTPTypes

/// How one attempt ended, as far as a decision about the next depends on it.
enum AttemptOutcome: Equatable {
    case responded(status: Int)
    case failed(NetworkError.Cause)
    /// The attempt had no credential to go on with, because renewing it failed.
    case unsigned

    /// Reads an attempt's result.
    init(_ result: Result<ServerResponse, NetworkError>) {
        switch result {
        case .success(let response): self = .responded(status: response.head.status.code)
        case .failure(let error): self = error.concernsRefresh ? .unsigned : .failed(error.cause)
        }
    }

    /// Why another attempt may end better, or `nil` if this ending is the call's.
    var reason: RetryReason? {
        switch self {
        case .responded(429): .throttled
        case .responded(let status):
            switch status {
            case 408, 425, 500, 502, 503, 504: .status(status)
            default: nil
            }
        case .failed(.timeout(.attempt)): .timeout
        case .failed(.transport(let error)):
            switch error {
            case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout: .notConnected
            case .connectionStale: .connectionStale
            case .connectionLost: .connectionLost
            case .truncatedResponse: .truncatedResponse
            case .idleTimeout, .deadlinePassed: .timeout
            case .cancelled, .insecure, .invalidResponse, .responseTooLarge, .requestBody, .unsendable, .closed, .other:
                nil
            }
        // A cause of which nobody has said that it may pass is final.
        case .failed, .unsigned: nil
        }
    }

    /// Why an ending without ``reason`` is final, where somebody may wonder: an answer below 500 is simply the answer,
    /// a cancellation is nobody's failure, and a caller whose time is over knows it.
    var refusal: RetryRefusal? {
        switch self {
        case .responded(let status): status >= 500 ? .notRetryable : nil
        case .failed(.cancelled), .failed(.timeout(.total)): nil
        case .failed: .notRetryable
        case .unsigned: .credential
        }
    }

    /// What the ending says about the server.
    var verdict: CircuitBreaker.Verdict {
        switch self {
        case .responded(let status):
            switch status {
            case 500, 502, 503, 504: .failed
            // It lives, and wants to be left alone: neither well nor broken.
            case 429: .silent
            default: .well
            }
        case .failed(.timeout(.attempt)): .failed
        case .failed(.transport(let error)):
            switch error {
            case .connectionRefused, .connectTimeout, .connectionLost, .truncatedResponse, .idleTimeout,
                .deadlinePassed:
                .failed
            // The name service, the road, our own pool, trust and bodies: none of it is the server's state.
            case .hostNotFound, .unreachable, .connectionStale, .cancelled, .insecure, .invalidResponse,
                .responseTooLarge, .requestBody, .unsendable, .closed, .other:
                .silent
            }
        case .failed, .unsigned: .silent
        }
    }
}
