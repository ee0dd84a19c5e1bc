import Networking

extension NetworkError {
    /// Whether the server could not be reached in time, so that a stored copy may replace its response.
    ///
    /// A copy never replaces a response with an error status, and never hides an insecure connection. An open circuit
    /// breaker counts as offline, so that repeated reads of a list still return the copy.
    var isOffline: Bool {
        switch cause {
        case .transport(let error):
            switch error {
            case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .connectionLost, .notSent,
                .poolTimeout, .idleTimeout, .deadlinePassed:
                true
            case .cancelled, .insecure, .truncatedResponse, .invalidResponse, .responseTooLarge, .requestBody,
                .unsendable, .closed, .other:
                false
            }
        case .timeout, .circuitOpen: true
        case .cancelled, .invalidRequest, .status, .decoding, .refresh, .loggedOut, .foreignOrigin, .redirect,
            .unexpectedMedia, .credentialStorage, .custom:
            false
        }
    }
}

extension NetworkError {
    /// Whether the server says that the resource does not exist.
    var isNotFound: Bool {
        if case .status(let status) = cause { status.kind == .notFound && status.fields.isEmpty } else { false }
    }
}

extension Result where Failure == NetworkError {
    /// Whether a deletion succeeded, or the server had nothing to delete.
    var isGone: Bool {
        switch self {
        case .success: true
        case .failure(let error): error.isNotFound
        }
    }
}
