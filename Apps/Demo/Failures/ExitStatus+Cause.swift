import Networking
import Transfers

extension ExitStatus {
    /// The exit code for a failed call.
    init(_ cause: NetworkError.Cause) {
        switch cause {
        case .cancelled: self = .interrupted
        case .timeout: self = .timeout
        case .transport(let error): self.init(error)
        case .status(let failure): self.init(failure)
        case .circuitOpen: self = .tryAgain
        // The server's other refusals concern the app's registration or the token URL.
        case .refresh: self = cause.isRetryable ? .tryAgain : .settings
        case .decoding, .unexpectedMedia: self = .notUnderstood
        case .custom: self = .unavailable
        case .redirect: self = .brokenProtocol
        case .loggedOut, .foreignOrigin: self = .notAllowed
        case .credentialStorage: self = .storage
        case .invalidRequest: self = .usage
        }
    }

    private init(_ error: TransportError) {
        switch error {
        case .cancelled: self = .interrupted
        case .insecure: self = .insecure
        case .connectTimeout, .poolTimeout, .idleTimeout, .deadlinePassed: self = .timeout
        case .truncatedResponse, .invalidResponse, .responseTooLarge: self = .brokenProtocol
        case .requestBody: self = .unsuitableFile
        case .unsendable: self = .usage
        case .hostNotFound, .connectionRefused, .unreachable, .connectionLost, .notSent, .closed, .other:
            self = .unavailable
        }
    }

    /// The exit code for a download that failed by itself.
    init(_ failure: DownloadFailure) {
        switch failure {
        case .digestMismatch, .overrun, .unexpectedResponse: self = .notUnderstood
        case .busy, .restartedTooOften: self = .tryAgain
        case .diskFull, .notPermitted, .folderMissing, .destinationIsNoFile, .partialFileConflict, .disk:
            self = .unsuitableFile
        }
    }

    /// The exit code for a status outside 200…299. ``timeout`` is only for the client's own limits: 408 (RFC 9110
    /// section 15.5.9) and 425 (RFC 8470) ask the client to try again, as 429 and 503 do.
    init(_ failure: HTTPFailure) {
        switch failure.kind {
        case .client where [408, 425].contains(failure.status): self = .tryAgain
        case .unauthorized, .forbidden: self = .notAllowed
        case .notFound: self = .notFound
        case .invalid, .client: self = .invalidData
        case .rateLimited, .server: self = .tryAgain
        case .unexpected: self = .notUnderstood
        }
    }
}
