import HTTPCaching
import Models
import Networking
import Persistence
import Primitives

/// What this machine stores for one account: the login, the copies of users that were fetched with it, and the responses
/// in the response cache.
///
/// The stores remove a login and its copies in one transaction, and store no copy for an account that is not logged in.
/// So no step here checks first and writes later.
struct LocalAccountData: Sendable {
    let account: AccountID
    let signIns: any SignInStore
    let users: any UserStore
    /// `nil` for an app without a response cache.
    var responses: (any ResponseCacheStorage)?

    /// The login, if it is still this account's.
    func signIn() async throws(StoreError) -> SignIn? {
        guard let signIn = try await signIns.load(), signIn.account == account else { return nil }
        return signIn
    }

    /// Removes everything that belongs to the account, and nothing of an account that has logged in since.
    ///
    /// - Parameter access: set if only the session with this access token has ended; with `nil` the user logs out.
    /// - Returns: the account's login, if it stays because it has other tokens.
    func remove(ifStill access: Secret<String>? = nil) async throws(StoreError) -> SignIn? {
        let left = try await signIns.clear(server: account.server, userID: account.userID, ifStill: access)
        try await removeResponses()
        return left?.account == account ? left : nil
    }

    private func removeResponses() async throws(StoreError) {
        do throws(ResponseCacheStorageError) {
            try await responses?.removeAll(in: account.partition)
        } catch {
            throw .failed(reason: error.reason)
        }
    }
}

extension AccountID {
    /// The account's part of the response cache, whose keys name the server themselves.
    var partition: CredentialPartition { .user(userID.text) }
}
