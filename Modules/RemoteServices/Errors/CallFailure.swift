import Models
import Networking
import Services
import Transfers

/// The failures of a call that services distinguish. Networking's errors are mapped here and nowhere else.
enum CallFailure {
    case cancelled
    case loggedOut
    /// The server found these fields invalid.
    case invalid([InvalidValue], ServiceFailure)
    case forbidden(ServiceFailure)
    case notFound(ServiceFailure)
    case other(ServiceFailure)

    init(_ error: NetworkError) {
        let failure = ServiceFailure(error)
        switch error.cause {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .status(let status) where !status.fields.isEmpty:
            self = .invalid(status.fields.map { InvalidValue(field: $0.field, reason: $0.message) }, failure)
        case .status(let status):
            switch status.kind {
            case .unauthorized: self = .loggedOut
            case .forbidden: self = .forbidden(failure)
            case .notFound: self = .notFound(failure)
            case .invalid, .rateLimited, .client, .server, .unexpected: self = .other(failure)
            }
        default: self = .other(failure)
        }
    }
}

extension ServiceFailure {
    /// A failure with the call's error as its underlying error.
    init(_ error: NetworkError) {
        self.init(Kind(error.cause), error.localizableUserMessage, underlying: error)
    }
}

extension ServiceFailure.Kind {
    init(_ failure: DownloadFailure) {
        switch failure {
        case .diskFull, .notPermitted, .folderMissing, .destinationIsNoFile, .partialFileConflict, .disk:
            self = .storage
        case .digestMismatch, .overrun, .unexpectedResponse: self = .unreadableResponse
        case .busy, .restartedTooOften: self = .other
        }
    }

    fileprivate init(_ cause: NetworkError.Cause) {
        switch cause {
        case .transport(let error): self.init(error)
        case .timeout: self = .timedOut
        case .status(let status): self.init(status)
        case .decoding, .unexpectedMedia, .redirect: self = .unreadableResponse
        case .refresh(let status):
            self = NetworkError.Cause.refresh(status).isRetryable ? .server(retryAfter: status.retryAfter) : .rejected
        case .circuitOpen(let retryAfter): self = .server(retryAfter: retryAfter)
        case .loggedOut: self = .rejected
        case .credentialStorage: self = .storage
        default: self = .other
        }
    }

    private init(_ error: TransportError) {
        switch error {
        case .hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .connectionLost, .notSent,
            .poolTimeout:
            self = .unreachable
        case .insecure: self = .insecure
        case .idleTimeout, .deadlinePassed: self = .timedOut
        case .truncatedResponse, .invalidResponse, .responseTooLarge: self = .unreadableResponse
        case .cancelled, .requestBody, .unsendable, .closed, .other: self = .other
        }
    }

    private init(_ status: HTTPFailure) {
        switch status.kind {
        case .unauthorized, .forbidden, .notFound, .invalid, .client: self = .rejected
        case .rateLimited: self = .rateLimited(retryAfter: status.retryAfter)
        case .server: self = .server(retryAfter: status.retryAfter)
        case .unexpected: self = .unreadableResponse
        }
    }
}
