public import Models
public import Persistence

/// A stub of ``SignInStore``: ``load()`` answers what the test said, writes are taken and forgotten; or all fails.
public struct StubSignInStore: SignInStore {
    private let answer: Result<SignIn?, StoreError>

    /// - Parameter signIn: what ``load()`` answers. Renewals are said to be done if it is for the same server and user.
    public init(_ signIn: SignIn? = nil) {
        answer = .success(signIn)
    }

    /// - Parameter error: what every call throws.
    public init(failingWith error: StoreError) {
        answer = .failure(error)
    }

    public func load() async throws(StoreError) -> SignIn? { try answer.get() }
    public func save(_ signIn: SignIn) async throws(StoreError) { _ = try answer.get() }
    public func clear() async throws(StoreError) { _ = try answer.get() }

    public func replaceTokens(
        _ tokens: TokenPair, server: String, userID: User.ID
    ) async throws(StoreError) -> Bool {
        guard let kept = try answer.get() else { return false }
        return kept.server == server && kept.userID == userID
    }
}
