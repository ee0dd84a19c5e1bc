import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services

/// Another way to log in, behind the workspace's own protocol.
struct KeyCardAuthService: AuthService {
    let client: Client
    let refresher: KeyCardRefresher
    let sessions: AccountSessions
    let authSessions: any AuthSessionStore
    let time: any TimeSource
    let identifiers: any IdentifierSource

    func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        let card: KeyCard
        do throws(NetworkError) {
            card = try await client.session(for: Guest.self).send(.open(credentials))
        } catch {
            throw error.status == 401 ? .specific(.wrongCredentials()) : AuthServiceError(error)
        }
        let authSession = AuthSession(
            id: identifiers.next(), server: server, userID: try id(of: card), role: .member,
            credential: card.credential(from: time.now))
        do throws(StoreError) {
            try await authSessions.save(authSession)
        } catch {
            throw AuthServiceError(error)
        }
        return beginSessions(of: authSession)
    }

    func restore() async throws(AuthServiceError) -> Account? {
        do throws(StoreError) {
            guard let authSession = try await authSessions.load(), authSession.server == server else { return nil }
            return beginSessions(of: authSession)
        } catch {
            throw AuthServiceError(error)
        }
    }

    func refresh(_ account: Account) async throws(AuthServiceError) {
        do throws(NetworkError) {
            try await sessions.session(of: account, on: client).refreshCredential()
        } catch {
            throw AuthServiceError(error)
        }
    }

    /// A key card's server has no logout, so only the stored card is removed.
    func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        sessions.end(account.id)
        let id = AccountID(server: server, userID: account.id)
        do throws(StoreError) {
            // Another account may have logged in since, and stays.
            if let stored = try await authSessions.load(), stored.account == id {
                try await authSessions.end(stored.id)
            }
            try await authSessions.removeAccount(id)
        } catch {
            throw AuthServiceError(error)
        }
        return .everywhere
    }

    func removeEndedAccount(_ user: UserID) async throws(AuthServiceError) -> Bool {
        do throws(StoreError) {
            return try await authSessions.removeAccount(AccountID(server: server, userID: user))
        } catch {
            throw AuthServiceError(error)
        }
    }

    private var server: String { client.environment.origin.description }

    private func id(of card: KeyCard) throws(AuthServiceError) -> UserID {
        do throws(InvalidValue) {
            return try UserID(card.holder)
        } catch {
            throw .invalid([error])
        }
    }

    private func beginSessions(of authSession: AuthSession) -> Account {
        let account = Account(id: authSession.userID, role: authSession.role)
        let storage = AuthSessionCredentialStorage(of: authSession, authSessions: authSessions)
        let credentialProvider = CredentialProvider(
            credential: authSession.credential, origin: client.environment.origin, storage: storage,
            refresher: refresher)
        sessions.begin(account, signedBy: credentialProvider, authSession: authSession.id)
        return account
    }
}
