public import Primitives

extension Client {
    /// A session that signs its calls with `credential` and never refreshes it: for calls during a login, before its
    /// auth session is stored.
    ///
    /// If the server refuses the token, the call fails with ``NetworkError/Cause/loggedOut``.
    public func session<Access: AccessScope>(
        for scope: Access.Type, signedBy credential: BearerCredential
    ) -> Session<Access> {
        let fixed = FixedCredential(
            credential: BearerCredential(token: credential.token, refreshToken: nil, expiresAt: nil))
        return session(
            with: CredentialHandle(
                credentialProvider: CredentialProvider(
                    credential: fixed.credential, origin: environment.origin, storage: fixed, refresher: fixed)))
    }
}

/// Stores nothing and refreshes nothing. A provider does not refresh a credential without a refresh token.
private struct FixedCredential: CredentialStorage, CredentialRefreshing {
    let credential: BearerCredential

    func load() async throws(CredentialStorageError) -> BearerCredential? { credential }

    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool { false }

    func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? { nil }

    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential { credential }
}
