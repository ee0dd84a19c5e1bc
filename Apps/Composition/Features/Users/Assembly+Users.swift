public import DependencyInjection
import Persistence
import Primitives
import RemoteServices
public import Services

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
            Scoped(
                .users, needs: .account, .session, .adminSession, .localAccountData, .records, .outbox, .time
            ) { account, session, admin, local, records, outbox, time in
                RemoteUserService(
                    account: account, session: session, admin: admin, local: local, records: records, outbox: outbox,
                    time: time)
            }
        }
    }
}
