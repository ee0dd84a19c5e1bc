import Persistence
import Primitives

/// Everything that this machine stores for one account: the auth session and the personal data of every registered
/// store.
///
/// The auth session store removes a session and its copies of users in one transaction. So no step here checks first
/// and writes later.
struct LocalAccountData: Sendable {
    let account: AccountID
    let authSessions: any AuthSessionStore
    let personalData: [any PersonalDataStore]

    /// The stored session, if it is still this account's.
    func authSession() async throws(StoreError) -> AuthSession? {
        guard let authSession = try await authSessions.load(), authSession.account == account else { return nil }
        return authSession
    }

    /// Removes everything that belongs to the account, and nothing of an account that has logged in since.
    ///
    /// - Parameter access: the access token whose session has ended; `nil` if the user logs out.
    /// - Returns: the account's session, if it stays because it has other tokens. Then all other data stays too.
    func remove(ifStill access: Secret<String>? = nil) async throws(StoreError) -> AuthSession? {
        let left = try await authSessions.clear(server: account.server, userID: account.userID, ifStill: access)
        if let left, left.account == account { return left }
        try await removePersonalData()
        return nil
    }

    /// Removes the account's data from every registered store, even if one of them fails. Throws the first failure.
    func removePersonalData() async throws(StoreError) {
        var failure: StoreError?
        for store in personalData {
            do throws(StoreError) {
                try await store.removeAll(of: account)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
