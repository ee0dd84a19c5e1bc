import Models
import Networking
import Persistence

/// Networking's credential storage on Persistence's sign-in store, for one person at one server.
struct StoredCredential: CredentialStorage {
    let store: any SignInStore
    let server: String
    let userID: User.ID

    func load() async throws(CredentialStorageError) -> BearerCredential? {
        guard let signIn = try await kept() else { return nil }
        return BearerCredential(signIn.tokens)
    }

    func save(_ credential: BearerCredential) async throws(CredentialStorageError) {
        guard let tokens = TokenPair(credential) else {
            throw CredentialStorageError(reason: "The server sent a session that can't be renewed.")
        }
        do throws(StoreError) {
            guard try await store.replaceTokens(tokens, server: server, userID: userID) else {
                throw StoreError.failed(reason: "Somebody signed out meanwhile.")
            }
        } catch {
            throw CredentialStorageError(reason: error.explanation)
        }
    }

    func clear() async throws(CredentialStorageError) {
        guard try await kept() != nil else { return }
        do throws(StoreError) {
            try await store.clear()
        } catch {
            throw CredentialStorageError(reason: error.explanation)
        }
    }

    /// The sign-in, if it is still this person's at this server.
    private func kept() async throws(CredentialStorageError) -> SignIn? {
        do throws(StoreError) {
            guard let signIn = try await store.load(), signIn.server == server, signIn.userID == userID
            else { return nil }
            return signIn
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
