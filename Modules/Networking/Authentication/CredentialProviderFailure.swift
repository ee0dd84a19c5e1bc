/// Why an authority has no credential to sign with.
enum CredentialProviderFailure: Error, Sendable, Equatable {
    /// The waiting task was cancelled.
    case cancelled
    /// The caller's time was over before the renewal was.
    case waitedTooLong(NetworkError.Timeout)
    /// The server refused to renew the session, or somebody signed out.
    case loggedOut
    /// The renewal did not get through.
    case refresh(NetworkError)
    /// The renewed credential could not be kept, or the old one not read.
    case storage(reason: String)

    /// Whether the renewal failed, and not only whoever waited for it.
    var concernsRefresh: Bool {
        switch self {
        case .cancelled, .waitedTooLong: false
        case .loggedOut, .refresh, .storage: true
        }
    }

    var cause: NetworkError.Cause {
        switch self {
        case .cancelled: .cancelled
        case .waitedTooLong(let timeout): .timeout(timeout)
        case .loggedOut: .loggedOut
        case .refresh(let error):
            // A lost connection or a timeout is as true of the call; a status is the renewal's alone.
            if case .status(let failure) = error.cause { .refresh(failure) } else { error.cause }
        case .storage(let reason): .credentialStorage(reason: reason)
        }
    }
}
