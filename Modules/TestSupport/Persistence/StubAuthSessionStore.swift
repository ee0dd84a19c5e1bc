public import Models
public import Persistence
public import Primitives

/// A stub of ``AuthSessionStore``: ``load()`` answers what the test said, writes are taken and forgotten; or all fails.
public struct StubAuthSessionStore: AuthSessionStore {
    private let response: Result<AuthSession?, StoreError>

    /// - Parameter signIn: what ``load()`` answers. Renewals are said to be done if it is for the same server and user,
    ///   and has the tokens to be renewed.
    public init(_ authSession: AuthSession? = nil) {
        response = .success(authSession)
    }

    /// - Parameter error: what every call throws.
    public init(failingWith error: StoreError) {
        response = .failure(error)
    }

    public func load() async throws(StoreError) -> AuthSession? { try response.get() }
    public func save(_ authSession: AuthSession) async throws(StoreError) { _ = try response.get() }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        guard let stored = try response.get(), stored.server == server, stored.userID == userID else { return .gone }
        return stored.credential.token == old ? .replaced : .superseded
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        guard let stored = try response.get() else { return nil }
        let isMeant =
            stored.server == server && stored.userID == userID && (access == nil || stored.credential.token == access)
        return isMeant ? nil : stored
    }
}
