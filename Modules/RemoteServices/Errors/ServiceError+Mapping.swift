import Models
public import Networking
public import Persistence
import Primitives
public import Services
public import Transfers

// The errors of the lower layers are mapped here and nowhere else, for every service.

extension ServiceError {
    /// Maps the error of a call.
    public init(_ error: NetworkError) {
        let failure = ServiceFailure(error)
        switch error.cause {
        case .cancelled, .transport(.cancelled): self = .cancelled
        case .loggedOut: self = .loggedOut
        case .status(let status) where !status.fields.isEmpty:
            self = .invalid(status.fields.map { InvalidValue(field: $0.field, reason: $0.message) })
        // A failed precondition means that the resource has changed (RFC 9110 section 15.5.13).
        case .status(let status) where [409, 412].contains(status.status): self = .conflict(failure)
        case .status(let status):
            switch status.kind {
            case .unauthorized: self = .loggedOut
            case .forbidden: self = .forbidden(failure)
            case .notFound: self = .notFound(failure)
            case .invalid, .rateLimited, .client, .server, .unexpected: self = .failed(failure)
            }
        default: self = .failed(failure)
        }
    }

    /// Maps the error of a download.
    public init(_ error: DownloadError) {
        switch error {
        case .call(let error): self.init(error)
        case .transfer: self = .failed(ServiceFailure(error))
        }
    }

    /// Maps the error of a store.
    public init(_ error: StoreError) {
        switch error {
        case .cancelled: self = .cancelled
        case .noAccount: self = .loggedOut
        default: self = .failed(.storage(reason: error.userMessage, diagnostic: "\(error)"))
        }
    }
}

extension ServiceFailure {
    /// A failed call.
    public init(_ error: NetworkError) {
        let isServerMessage = if case .status(let failure) = error.cause { failure.hasServerMessage } else { false }
        self.init(
            Kind(error.cause), error.localizableUserMessage, isServerMessage: isServerMessage,
            retryAfter: error.cause.retryAfter, request: Request(error.metadata), diagnostic: error.description)
    }

    /// A failed download.
    public init(_ error: DownloadError) {
        switch error {
        case .call(let error): self.init(error)
        case .transfer(let failure, let metadata):
            self.init(
                Kind(failure), failure.localizableUserMessage, request: Request(metadata), diagnostic: "\(failure)")
        }
    }
}

extension ServiceFailure.Request {
    fileprivate init(_ metadata: NetworkError.RequestMetadata) {
        self.init(method: "\(metadata.method)", url: metadata.url, id: metadata.requestID.text)
    }
}

extension NetworkError.Cause {
    fileprivate var retryAfter: Duration? {
        switch self {
        case .status(let status), .refresh(let status): status.retryAfter
        case .circuitOpen(let wait): wait
        default: nil
        }
    }
}

extension ServiceFailure.Kind {
    fileprivate init(_ cause: NetworkError.Cause) {
        switch cause {
        case .transport(let error): self.init(error)
        case .timeout: self = .timedOut
        case .status(let status): self.init(status)
        case .decoding, .unexpectedMedia: self = .unreadableResponse
        case .redirect: self = .brokenResponse
        // The server's other refusals concern the app's registration or the token URL.
        case .refresh: self = cause.isRetryable ? .server : .misconfigured
        case .circuitOpen: self = .server
        case .loggedOut: self = .unauthorized
        case .foreignOrigin: self = .forbidden
        case .credentialStorage: self = .storage
        case .invalidRequest: self = .invalidRequest
        case .cancelled, .custom: self = .other
        }
    }

    private init(_ error: TransportError) {
        switch error {
        case .hostNotFound, .connectionRefused, .unreachable, .connectionLost, .notSent: self = .unreachable
        case .insecure: self = .insecure
        case .connectTimeout, .poolTimeout, .idleTimeout, .deadlinePassed: self = .timedOut
        case .truncatedResponse, .invalidResponse, .responseTooLarge: self = .brokenResponse
        case .requestBody: self = .file
        case .unsendable: self = .invalidRequest
        case .cancelled, .closed, .other: self = .other
        }
    }

    /// The category of a response. 408 (RFC 9110 section 15.5.9) and 425 (RFC 8470) ask the client to try again, as 503
    /// does.
    public init(_ status: HTTPFailure) {
        switch status.kind {
        case .client where [408, 425].contains(status.status): self = .server
        case .unauthorized: self = .unauthorized
        case .forbidden: self = .forbidden
        case .notFound: self = .notFound
        case .invalid, .client: self = .rejected
        case .rateLimited: self = .rateLimited
        case .server: self = .server
        case .unexpected: self = .unreadableResponse
        }
    }

    fileprivate init(_ failure: DownloadFailure) {
        switch failure {
        case .diskFull, .notPermitted, .folderMissing, .destinationIsNoFile, .partialFileConflict, .disk:
            self = .file
        case .digestMismatch, .overrun, .unexpectedResponse: self = .unreadableResponse
        case .busy, .restartedTooOften: self = .busy
        }
    }
}

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
