/// Why an authority has no credential to sign with.
enum AuthorityFailure: Error, Sendable, Equatable {
    /// The waiting task was cancelled.
    case cancelled
    /// The caller's time was over before the renewal was.
    case waitedTooLong(NetworkError.Timeout)
    /// The server refused to renew the session, or somebody signed out.
    case signedOut
    /// The renewal did not get through.
    case renewal(NetworkError)
    /// The renewed credential could not be kept, or the old one not read.
    case storage(reason: String)

    /// Whether the renewal failed, and not only whoever waited for it.
    var concernsRenewal: Bool {
        switch self {
        case .cancelled, .waitedTooLong: false
        case .signedOut, .renewal, .storage: true
        }
    }

    var cause: NetworkError.Cause {
        switch self {
        case .cancelled: .cancelled
        case .waitedTooLong(let timeout): .timeout(timeout)
        case .signedOut: .signedOut
        case .renewal(let error):
            // A lost connection or a timeout is as true of the call; a status is the renewal's alone.
            if case .status(let failure) = error.cause { .renewal(failure) } else { error.cause }
        case .storage(let reason): .credentialStorage(reason: reason)
        }
    }
}
