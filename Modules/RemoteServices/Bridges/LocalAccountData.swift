public import HTTPCaching
import Models
import Networking
public import Persistence
import Primitives
import Services

/// Everything that this machine has of a server's accounts: their open sessions, the auth session and the personal data
/// of every registered store.
public struct LocalAccountData: Sendable {
    public let sessions: AccountSessions
    public let authSessions: any AuthSessionStore
    package let personalData: [any PersonalDataStore]

    /// - Parameter personalData: every store that a logout must empty.
    public init(
        sessions: AccountSessions = AccountSessions(), authSessions: any AuthSessionStore,
        personalData: [any PersonalDataStore]
    ) {
        self.sessions = sessions
        self.authSessions = authSessions
        self.personalData = personalData
    }

    /// Removes everything of an account that the server has deleted: all its sessions have ended.
    func remove(deleted account: AccountID) async throws(StoreError) {
        sessions.end(account.userID)
        let stored = try await authSessions.load()
        _ = try await remove(account, ending: stored?.account == account ? stored?.id : nil)
    }

    /// Ends one stored session of the account and removes everything that belongs to the account, unless it has another
    /// session: it may have logged in again since, in this process or another.
    ///
    /// The credential is removed first and the account itself last. So the removal can be repeated if a store fails or
    /// the process ends: until the account is removed, ``AuthSessionStore/endedAccount(at:)`` returns it. Every store
    /// is emptied even if another one fails. Throws the first failure.
    ///
    /// - Parameter session: `nil` if the account's session has ended already.
    /// - Returns: whether this machine stored such an account, and no longer does.
    func remove(_ account: AccountID, ending session: AuthSession.ID?) async throws(StoreError) -> Bool {
        if let session { try await authSessions.end(session) }
        var failure: StoreError?
        for store in personalData {
            do throws(StoreError) {
                // Before each store, because a store with many files takes its time.
                guard try await authSessions.load()?.account != account else { return false }
                try await store.removeAll(of: account)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return try await authSessions.removeAccount(account)
    }
}

/// The response cache as a store of personal data: removes the responses cached for an account.
public struct CachedResponses: PersonalDataStore {
    private let storage: any ResponseCacheStorage

    /// - Parameter storage: the storage of the pipeline's response cache.
    public init(_ storage: any ResponseCacheStorage) {
        self.storage = storage
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        do throws(ResponseCacheStorageError) {
            try await storage.removeAll(in: account.partition)
        } catch {
            throw .failed(reason: error.reason)
        }
    }
}

extension Account {
    /// The account's identity in the stores of this machine.
    func id<Access>(at session: Session<Access>) -> AccountID {
        AccountID(server: session.client.environment.origin.description, userID: id)
    }
}

extension AccountID {
    /// The account's partition of the response cache. It does not contain the server, because the cache's keys contain
    /// the URL.
    var partition: CredentialPartition { .user(userID.text) }
}
