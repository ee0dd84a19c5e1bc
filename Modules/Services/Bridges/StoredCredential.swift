public import HTTPCaching
import Models
public import Networking
public import Persistence
public import Primitives

/// Networking's credential storage on Persistence's sign-in store, for one person at one server.
///
/// A credential is cleared when the server has ended its session, and with it go the copies of users that were seen
/// under it: of an account that is signed in no more, nothing stays on this machine.
public struct StoredCredential: CredentialStorage {
    private let local: LocalAccountData

    /// The credential in `signIn`, for as long as that person is signed in at that server.
    ///
    /// - Parameter responses: the chain's response cache, if it has one.
    public init(
        of signIn: SignIn, signIns: any SignInStore, users: any UserStore, responses: (any ResponseCacheStorage)? = nil
    ) {
        local = LocalAccountData(account: signIn.account, signIns: signIns, users: users, responses: responses)
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in
            try await local.signIn().map { BearerCredential($0.tokens) }
        }
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        guard let tokens = TokenPair(credential) else {
            throw CredentialStorageError(reason: "The server sent a session that can't be renewed.")
        }
        let replacement = try await storing { () async throws(StoreError) in
            try await local.signIns.replaceTokens(
                old, with: tokens, server: local.account.server, userID: local.account.userID)
        }
        switch replacement {
        case .replaced: return true
        case .superseded: return false
        case .gone: throw CredentialStorageError(reason: "Somebody signed out meanwhile.")
        }
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        try await storing { () async throws(StoreError) in
            try await local.remove(ifStill: token).map { BearerCredential($0.tokens) }
        }
    }

    /// Works on the stores, with Networking's error.
    private func storing<Value>(
        _ work: () async throws(StoreError) -> Value
    ) async throws(CredentialStorageError) -> Value {
        do throws(StoreError) {
            return try await work()
        } catch {
            throw CredentialStorageError(reason: error.explanation)
        }
    }
}

extension BearerCredential {
    init(_ tokens: TokenPair) {
        self.init(token: tokens.access, refreshToken: tokens.refresh, expiresAt: tokens.accessExpiresAt)
    }
}

extension TokenPair {
    /// `nil` for a credential without refresh token or end, which this app's server never gives.
    init?(_ credential: BearerCredential) {
        guard let refresh = credential.refreshToken, let end = credential.expiresAt else { return nil }
        self.init(access: credential.token, refresh: refresh, accessExpiresAt: end)
    }
}
