import Networking

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
    public init(_ error: DownloadError, isSigned: Bool) {
        let isTemporary: Bool
        switch error {
        case .download(let failure, _): isTemporary = failure.mayPass
        case .call(let call):
            switch call.cause {
            case .cancelled:
                self = .cancelled
                return
            case .status(let failure) where failure.kind == .unauthorized && !isSigned:
                self = .failed(
                    reason:
                        "The server requires a login, and the transfer has none. Remove it, log in and add it again.")
                return
            case .loggedOut, .credentialStorage, .refresh, .timeout, .circuitOpen: isTemporary = true
            case .transport(let failure): isTemporary = failure.mayPass
            case .status(let failure) where failure.kind == .unauthorized: isTemporary = true
            default: isTemporary = call.isRetryable
            }
        }
        self = isTemporary ? .delayed(reason: error.userMessage) : .failed(reason: error.userMessage)
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
