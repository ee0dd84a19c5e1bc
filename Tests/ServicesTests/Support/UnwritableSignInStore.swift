import Models
import Persistence

/// A store that is read and can't be written to: a disk that filled up after the sign-in.
struct UnwritableSignInStore: SignInStore {
    let signIn: SignIn
    let error: StoreError

    func load() async throws(StoreError) -> SignIn? { signIn }
    func save(_ signIn: SignIn) async throws(StoreError) { throw error }
    func clear() async throws(StoreError) { throw error }

    func replaceTokens(
        _ tokens: TokenPair, server: String, userID: User.ID
    ) async throws(StoreError) -> Bool {
        throw error
    }
}
