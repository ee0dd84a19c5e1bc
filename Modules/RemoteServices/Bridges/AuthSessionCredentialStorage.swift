import Models
public import Networking
public import Persistence
public import Primitives

/// Implements Networking's `CredentialStorage` with Persistence's `AuthSessionStore`, for one account.
///
/// When the server has ended the session, only the credential is cleared. The account's data, such as its queue of
/// downloads, stays for its next login.
public struct AuthSessionCredentialStorage: CredentialStorage {
    private let account: AccountID
    private let authSessions: any AuthSessionStore

    /// Creates the storage for the account of `authSession`.
    public init(of authSession: AuthSession, authSessions: any AuthSessionStore) {
        account = authSession.account
        self.authSessions = authSessions
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in credential(of: try await authSessions.load()) }
    }

    public func reserveSpace() async throws(CredentialStorageError) {
        try await storing { () async throws(StoreError) in try await authSessions.reserveSpace() }
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        let replacement = try await storing { () async throws(StoreError) in
            try await authSessions.replaceTokens(
                old, with: credential, server: account.server, userID: account.userID)
        }
        switch replacement {
        case .replaced: return true
        case .superseded: return false
        case .gone: throw CredentialStorageError(reason: "The user logged out during the refresh.")
        }
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in
            credential(
                of: try await authSessions.clear(server: account.server, userID: account.userID, ifStill: token))
        }
    }

    /// The credential of a stored session, if the session is still this account's.
    private func credential(of stored: AuthSession?) -> BearerCredential? {
        stored?.account == account ? stored?.credential : nil
    }

    /// Runs `work` on the stores and maps its error to Networking's.
    private func storing<Value>(
        _ work: () async throws(StoreError) -> Value
    ) async throws(CredentialStorageError) -> Value {
        do throws(StoreError) {
            return try await work()
        } catch {
            throw CredentialStorageError(reason: error.userMessage)
        }
    }
}
