/// Where an authority keeps its credential: a port, so that this module knows no database.
public protocol CredentialStorage: Sendable {
    /// What is kept now: another process may have renewed it since this one looked.
    func load() async throws(CredentialStorageError) -> BearerCredential?

    /// Replaces the kept credential, so that `credential` survives the process; returns only when that is true. Throws,
    /// and keeps nothing, if none is kept any more: a renewal that comes after a sign-out must not bring the session
    /// back.
    func save(_ credential: BearerCredential) async throws(CredentialStorageError)

    /// Forgets the credential.
    func clear() async throws(CredentialStorageError)
}

/// Why a credential was not kept or found.
public struct CredentialStorageError: Error, Sendable, Equatable {
    /// One sentence for people, without any part of the credential.
    public let reason: String

    /// - Parameter reason: one sentence for people.
    public init(reason: String) {
        self.reason = reason
    }
}
