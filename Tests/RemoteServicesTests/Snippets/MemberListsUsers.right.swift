import Models
import Networking
import RemoteServices
import Services

func list(
    _ page: PageRequest, for account: Account, in sessions: AccountSessions, of client: Client
) async throws -> Page<User>? {
    try await sessions.session(Admin.self, of: account, on: client)?.send(.users(page))
}
