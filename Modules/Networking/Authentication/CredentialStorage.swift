public import Primitives

/// Where an authority keeps its credential: a port, so that this module knows no database.
///
/// Several processes may share one storage. A ``RefreshLock`` keeps them from refreshing at the same time, and an authority
/// saves and clears only while it holds that lock. A login or a logout takes no lock: so whoever changes what is stored
/// says what it was, and nothing changes if it has become another.
public protocol CredentialStorage: Sendable {
    /// The stored credential, which another process may have replaced; `nil` if there is none.
    func load() async throws(CredentialStorageError) -> BearerCredential?

    /// Replaces the stored credential, so that `credential` survives the process; returns only when that is true. Returns
    /// `false`, and changes nothing, if the stored one is not that with the `old` token. Throws, and stores nothing, if there
    /// is none any more: a refresh that ends after a logout must not bring the session back.
    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool

    /// Removes the credential if it is still the one with `token`. It is one step: a login that is stored in the same
    /// instant is not lost to a refresh that was refused for good.
    ///
    /// - Returns: the credential that is stored instead; `nil` once there is none, removed now or before.
    func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential?
}
