import Models
public import Networking
public import Persistence

/// Networking's credential storage on Persistence's sign-in store, for one person at one server.
///
/// A credential is cleared when the server has ended its session, and with it go the copies of users that were seen
/// under it: of an account that is signed in no more, nothing stays on this machine.
public struct StoredCredential: CredentialStorage {
    private let account: KeptAccount

    /// The credential in `signIn`, for as long as that person is signed in at that server.
    public init(of signIn: SignIn, signIns: any SignInStore, users: any UserStore) {
        account = KeptAccount(server: signIn.server, userID: signIn.userID, signIns: signIns, users: users)
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        do throws(StoreError) {
            return try await account.signIn().map { BearerCredential($0.tokens) }
        } catch {
            throw CredentialStorageError(reason: error.explanation)
        }
    }

    public func save(_ credential: BearerCredential) async throws(CredentialStorageError) {
        guard let tokens = TokenPair(credential) else {
            throw CredentialStorageError(reason: "The server sent a session that can't be renewed.")
        }
        do throws(StoreError) {
            let isKept = try await account.signIns.replaceTokens(
                tokens, server: account.server, userID: account.userID)
            guard isKept else { throw StoreError.failed(reason: "Somebody signed out meanwhile.") }
        } catch {
            throw CredentialStorageError(reason: error.explanation)
        }
    }

    public func clear() async throws(CredentialStorageError) {
        do throws(StoreError) {
            try await account.forget()
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
