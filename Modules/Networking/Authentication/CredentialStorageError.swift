/// Why a credential could not be stored, loaded or locked.
public struct CredentialStorageError: Error, Sendable, Equatable {
    /// One sentence in English, without any part of the credential.
    public let reason: String

    /// - Parameter reason: one sentence in English, without any part of the credential.
    public init(reason: String) {
        self.reason = reason
    }
}
