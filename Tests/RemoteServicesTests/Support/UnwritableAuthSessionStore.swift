import Models
import Persistence
import Primitives

/// A store that can't be written to any more: a disk that filled up during a refresh.
struct UnwritableAuthSessionStore: AuthSessionStore {
    let authSession: AuthSession
    let error: StoreError

    func load() async throws(StoreError) -> AuthSession? { authSession }
    func save(_ authSession: AuthSession) async throws(StoreError) { throw error }

    func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        throw error
    }

    func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        throw error
    }
}
