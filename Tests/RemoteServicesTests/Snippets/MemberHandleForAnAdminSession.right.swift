import Networking
import RemoteServices
import Services

func administration(of account: Account, in sessions: AccountSessions, at client: Client) -> Session<Admin>? {
    sessions.session(Admin.self, of: account, on: client)
}
