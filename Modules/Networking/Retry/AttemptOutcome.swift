import HTTPTypes

/// How one attempt ended: the input of every decision about the next attempt.
enum AttemptOutcome: Equatable {
    case responded(status: Int)
    case failed(NetworkError.Cause)
    /// The attempt had no credential, because the refresh failed.
    case unsigned

    /// Reads an attempt's result.
    init(_ result: Result<ServerResponse, NetworkError>) {
        switch result {
        case .success(let response): self = .responded(status: response.head.status.code)
        case .failure(let error): self = error.concernsRefresh ? .unsigned : .failed(error.cause)
        }
    }

    /// Why another attempt may succeed; `nil` if this outcome is final.
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
            case .notSent, .poolTimeout: .notSent
            case .connectionLost: .connectionLost
            case .truncatedResponse: .truncatedResponse
            case .idleTimeout, .deadlinePassed: .timeout
            case .cancelled, .insecure, .invalidResponse, .responseTooLarge, .requestBody, .unsendable, .closed, .other:
                nil
            }
        // A cause that is not known to be temporary is final.
        case .failed, .unsigned: nil
        }
    }

    /// Why an outcome without ``reason`` is final. `nil` if that needs no explanation: a response below 500 is a
    /// regular response, a cancellation is not a failure, and the caller knows its own deadline.
    var refusal: RetryRefusal? {
        switch self {
        case .responded(let status): status >= 500 ? .notRetryable : nil
        case .failed(.cancelled), .failed(.timeout(.total)): nil
        case .failed: .notRetryable
        case .unsigned: .credential
        }
    }

    /// What the outcome says about the server's health.
    var verdict: CircuitBreaker.Verdict {
        switch self {
        case .responded(let status):
            switch status {
            case 500, 502, 503, 504: .failed
            // The server is running but overloaded: neither healthy nor failed.
            case 429: .silent
            default: .well
            }
        case .failed(.timeout(.attempt)): .failed
        case .failed(.transport(let error)):
            switch error {
            case .connectionRefused, .connectTimeout, .connectionLost, .notSent, .truncatedResponse, .idleTimeout,
                .deadlinePassed:
                .failed
            // DNS, the network, the local connection pool, trust and bodies say nothing about the server's health.
            case .hostNotFound, .unreachable, .poolTimeout, .cancelled, .insecure, .invalidResponse,
                .responseTooLarge, .requestBody, .unsendable, .closed, .other:
                .silent
            }
        case .failed, .unsigned: .silent
        }
    }
}
