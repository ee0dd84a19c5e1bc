import Networking
import RemoteServices
import Services

func list(for account: Account, in sessions: AccountSessions, of client: Client) async throws -> [Item]? {
    try await sessions.session(Admin.self, of: account, on: client)?.send(.items(page: 1))
}
