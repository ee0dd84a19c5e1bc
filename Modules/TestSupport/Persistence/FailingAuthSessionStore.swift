public import Models
public import Persistence
public import Primitives

/// A failing double of ``AuthSessionStore``, for code that has no business with who is signed in: each call throws
/// ``StoreError/failed(reason:)`` with the text of an ``UnexpectedCall``.
public struct FailingAuthSessionStore: AuthSessionStore {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func load() async throws(StoreError) -> AuthSession? { throw failure("load()") }
    public func save(_ authSession: AuthSession) async throws(StoreError) { throw failure("save(_:)") }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        throw failure("replaceTokens(_:with:server:userID:)")
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        throw failure("clear(server:userID:ifStill:)")
    }

    private func failure(_ method: String) -> StoreError {
        .failed(reason: origin.unexpectedCall("SignInStore.\(method)").description)
    }
}
