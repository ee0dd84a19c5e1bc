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

extension Client {
    /// A session of an account that is not logged in: every call fails with ``NetworkError/Cause/loggedOut``, and nothing
    /// is sent.
    public func loggedOutSession<Access: AccessScope>(for scope: Access.Type) -> Session<Access> {
        let session = session(
            for: scope, signedBy: BearerCredential(token: Secret(""), refreshToken: nil, expiresAt: nil))
        session.credentialProvider?.end()
        return session
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

extension Session {
    /// Refreshes this session's credential now, although no server has refused it: before a long task, or after the app
    /// was suspended. Calls that start meanwhile wait for the result. If a refresh is already running, this waits for
    /// it. A session without a credential has nothing to refresh.
    ///
    /// - Parameter limit: how long the caller waits; `nil` for no limit. At the limit this throws a total timeout, and
    ///   the refresh continues for other callers.
    public func refreshCredential(within limit: Duration? = nil) async throws(NetworkError) {
        guard let credentialProvider else { return }
        let context = makeContext(for: "refreshCredential()")
        do throws(CredentialProviderFailure) {
            _ = try await credentialProvider.numbered(
                for: .refresh, reporter: context.reporter,
                deadline: limit.map { Deadline(.total($0), from: context.time.monotonicTime) })
        } catch {
            throw error.error(of: context, client.router.placeholder())
        }
    }
}
