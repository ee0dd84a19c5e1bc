import Models
public import Networking
public import Persistence
public import Primitives

/// Networking's credential storage on Persistence's sign-in store, for one person at one server.
///
/// A credential is cleared when the server has ended its session, and the account's personal data with it: of an account
/// that is no longer logged in, nothing stays on this machine.
public struct AuthSessionCredentialStorage: CredentialStorage {
    private let local: LocalAccountData

    /// The credential in `authSession`, for as long as that person is signed in at that server.
    ///
    /// - Parameter personalData: every registered store of personal data.
    public init(of authSession: AuthSession, authSessions: any AuthSessionStore, personalData: [any PersonalDataStore])
    {
        local = LocalAccountData(account: authSession.account, authSessions: authSessions, personalData: personalData)
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in try await local.logIn()?.credential }
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

    /// Works on the stores, with Networking's error.
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
