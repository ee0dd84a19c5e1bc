/// Why a credential provider has no credential to sign with.
enum CredentialProviderFailure: Error, Sendable, Equatable {
    /// The waiting task was cancelled.
    case cancelled
    /// The call's deadline passed before the refresh finished.
    case waitedTooLong(NetworkError.Timeout)
    /// The server refused the refresh token, or the user logged out.
    case loggedOut
    /// The refresh failed for another reason, such as a lost connection.
    case refresh(NetworkError)
    /// Saving the refreshed credential, loading the stored one or acquiring the refresh lock failed.
    case storage(reason: String)

    /// Whether the refresh itself failed, and not only the wait for it.
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
            // A lost connection or a timeout applies to the call too. A status applies to the refresh only.
            if case .status(let failure) = error.cause { .refresh(failure) } else { error.cause }
        case .storage(let reason): .credentialStorage(reason: reason)
        }
    }
}
