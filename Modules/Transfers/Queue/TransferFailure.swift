public import Networking

/// Why a transfer of a queue did not finish, and whether a later run may succeed without a change.
public enum TransferFailure: Error, Sendable, Equatable {
    /// The run was cancelled, or the transfer was paused or removed.
    case cancelled
    /// A later run may succeed, so the transfer stays queued; `reason` is a sentence for users.
    case delayed(reason: String)
    /// The transfer fails until something changes; `reason` is a sentence for users.
    case failed(reason: String)

    /// Classifies the error of a download. A lost connection, a busy server, a full disk and a login that has ended are
    /// temporary.
    ///
    /// - Parameter isSigned: whether the request had a credential. Without one, a 401 is final.
    public init(_ error: NetworkError, isSigned: Bool) {
        if !isSigned, case .status(let failure) = error.cause, failure.kind == .unauthorized {
            self = .failed(
                reason: "The server requires a login, and the transfer has none. Remove it, log in and add it again.")
            return
        }
        let isTemporary =
            switch error.cause {
            case .loggedOut, .credentialStorage, .refresh, .timeout, .circuitOpen: true
            case .transport(let failure): failure.mayPass
            case .status(let failure) where failure.kind == .unauthorized: true
            case .custom: error.cause.downloadFailure?.mayPass ?? error.isRetryable
            default: error.isRetryable
            }
        self =
            error.cause == .cancelled
            ? .cancelled
            : isTemporary ? .delayed(reason: error.userMessage) : .failed(reason: error.userMessage)
    }
}

extension TransportError {
    /// Whether a new attempt may succeed.
    fileprivate var mayPass: Bool {
        switch self {
        case .unsendable, .requestBody, .responseTooLarge: false
        default: true
        }
    }
}

extension DownloadFailure {
    /// Whether the same download may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .diskFull, .busy, .restartedTooOften: true
        default: false
        }
    }
}
