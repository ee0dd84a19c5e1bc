public import Models
public import Persistence
public import Primitives
public import Testing

/// A failing double of ``SignInStore``, for code that has no business with who is signed in: each call records a test
/// failure and throws ``StoreError/failed(reason:)``.
public struct FailingSignInStore: SignInStore {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func load() async throws(StoreError) -> SignIn? { throw failure("load()") }
    public func save(_ signIn: SignIn) async throws(StoreError) { throw failure("save(_:)") }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        throw failure("replaceTokens(_:with:server:userID:)")
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> SignIn? {
        throw failure("clear(server:userID:ifStill:)")
    }

    private func failure(_ method: String) -> StoreError {
        .failed(reason: UnexpectedCall.record("SignInStore.\(method)", sourceLocation: sourceLocation).description)
    }
}
