public import DependencyInjection
public import Models
import Networking
public import Persistence
import Primitives
import RemoteServices
public import Services

extension Key<any UserStore> {
    /// Stores copies of users on this machine.
    public static var userStore: Self { Self() }
}

extension Key<any UserService> {
    /// Reads and changes users on behalf of the scope's account.
    public static var users: Self { Self() }
}

extension AccountServices {
    /// Reads and changes users.
    public var users: any UserService { get async throws { try await value(.users) } }
}

extension Assembly {
    static var users: Assembly {
        Assembly {
            Scoped(.users, needs: .account, .session, .adminSession, .userStore, .localAccountData) {
                account, session, admin, users, local in
                RemoteUserService(account: account, session: session, admin: admin, users: users, local: local)
            }
        }
    }
}

extension ComposedApp {
    /// The stored copies of users that were fetched for `account`.
    public func storedUsers(of account: Account) async throws -> [User] {
        let server = try await value(.environment).origin.description
        return try await value(.userStore)
            .users(of: AccountID(server: server, userID: account.id))
    }
}
