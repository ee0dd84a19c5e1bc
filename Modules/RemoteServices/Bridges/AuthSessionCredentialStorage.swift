import Models
public import Networking
public import Persistence
public import Primitives

/// Networking's `CredentialStorage` on Persistence's `AuthSessionStore`, for one account.
///
/// When the server has ended the session, the credential is cleared together with the account's personal data. So this
/// machine stores no data of an account that is no longer logged in.
public struct AuthSessionCredentialStorage: CredentialStorage {
    private let local: LocalAccountData

    /// Creates the storage for the account of `authSession`.
    ///
    /// - Parameter personalData: every registered store of personal data.
    public init(of authSession: AuthSession, authSessions: any AuthSessionStore, personalData: [any PersonalDataStore])
    {
        local = LocalAccountData(account: authSession.account, authSessions: authSessions, personalData: personalData)
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in try await local.authSession()?.credential }
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        let replacement = try await storing { () async throws(StoreError) in
            try await local.authSessions.replaceTokens(
                old, with: credential, server: local.account.server, userID: local.account.userID)
        }
        switch replacement {
        case .replaced: return true
        case .superseded: return false
        case .gone: throw CredentialStorageError(reason: "The user logged out during the refresh.")
        }
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in try await local.remove(ifStill: token)?.credential }
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
