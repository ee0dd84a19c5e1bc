import Models
import Networking
import Persistence
import Primitives
import Services

/// Another way to sign in, behind the workspace's own protocol.
struct KeyCardAuthService: AuthService {
    let client: Client
    let refresher: KeyCardRefresher
    let signIns: any SignInStore
    let users: any UserStore
    let time: any TimeSource

    func login(_ credentials: Credentials) async throws(ServiceError) -> Account {
        let card: KeyCard
        do throws(NetworkError) {
            card = try await client.session(for: Guest.self).send(.open(credentials))
        } catch {
            throw error.status == 401 ? .wrongCredentials : ServiceError(error)
        }
        let signIn = SignIn(
            server: server, userID: try id(of: card), role: .member, tokens: card.tokens(from: time.now))
        do throws(StoreError) {
            try await signIns.save(signIn)
        } catch {
            throw ServiceError(error)
        }
        return account(for: signIn)
    }

    func restore() async throws(ServiceError) -> Account? {
        do throws(StoreError) {
            guard let signIn = try await signIns.load(), signIn.server == server else { return nil }
            return account(for: signIn)
        } catch {
            throw ServiceError(error)
        }
    }

    func refresh(_ account: Account) async throws(ServiceError) {
        do throws(NetworkError) {
            try await client.session(with: account.member).renewCredential()
        } catch {
            throw ServiceError(error)
        }
    }

    /// A key card's server has no sign-out: the card is thrown away here.
    func logout(_ account: Account) async throws(ServiceError) -> Logout {
        account.member.authority.end()
        do throws(StoreError) {
            // With the copies of users that belong to it. Another account may have logged in since, and stays.
            _ = try await signIns.clear(server: server, userID: account.userID, ifStill: nil)
        } catch {
            throw ServiceError(error)
        }
        return .everywhere
    }

    private var server: String { client.environment.origin.description }

    private func id(of card: KeyCard) throws(ServiceError) -> User.ID {
        do throws(InvalidValue) {
            return try User.ID(card.holder)
        } catch {
            throw .invalid([error])
        }
    }

    private func account(for signIn: SignIn) -> Account {
        let credential = BearerCredential(signIn.tokens)
        let storage = StoredCredential(of: signIn, signIns: signIns, users: users)
        let authority = BearerAuthority(
            credential: credential, origin: client.environment.origin, storage: storage, refresher: refresher)
        return Account(userID: signIn.userID, role: signIn.role, authority: authority)
    }
}
