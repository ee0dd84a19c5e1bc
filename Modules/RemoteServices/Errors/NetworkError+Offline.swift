import Networking

extension NetworkError {
    /// Whether the server could not be reached, so that a stored copy may replace its response.
    ///
    /// A status is the server's response and never replaced. Neither is a connection that is not secure, because a copy
    /// would hide it. While the circuit breaker is open nothing is sent, so a list that is read again and again stays
    /// available offline.
    var isOffline: Bool {
        switch cause {
        case .transport(let error):
            switch error {
            case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .connectionLost, .connectionStale,
                .idleTimeout, .deadlinePassed:
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
