public import Models
public import Persistence
public import Primitives

/// A stub of ``SignInStore``: ``load()`` answers what the test said, writes are taken and forgotten; or all fails.
public struct StubSignInStore: SignInStore {
    private let answer: Result<SignIn?, StoreError>

    /// - Parameter signIn: what ``load()`` answers. Renewals are said to be done if it is for the same server and user,
    ///   and has the tokens to be renewed.
    public init(_ signIn: SignIn? = nil) {
        answer = .success(signIn)
    }

    /// - Parameter error: what every call throws.
    public init(failingWith error: StoreError) {
        answer = .failure(error)
    }

    public func load() async throws(StoreError) -> SignIn? { try answer.get() }
    public func save(_ signIn: SignIn) async throws(StoreError) { _ = try answer.get() }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        guard let kept = try answer.get(), kept.server == server, kept.userID == userID else { return .gone }
        return kept.credential.token == old ? .replaced : .superseded
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> SignIn? {
        guard let kept = try answer.get() else { return nil }
        let isMeant =
            kept.server == server && kept.userID == userID && (access == nil || kept.credential.token == access)
        return isMeant ? nil : kept
    }
}
