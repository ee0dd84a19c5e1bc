import Models
import Persistence
import Primitives

/// A store that can't be written to any more: a disk that filled up during a refresh.
struct UnwritableSignInStore: SignInStore {
    let signIn: SignIn
    let error: StoreError

    func load() async throws(StoreError) -> SignIn? { signIn }
    func save(_ signIn: SignIn) async throws(StoreError) { throw error }

    func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        throw error
    }

    func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> SignIn? {
        throw error
    }
}
