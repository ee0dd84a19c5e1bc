import Networking
import RemoteServices
import Services

func session(of account: Account, in sessions: AccountSessions, at client: Client) -> Session<Member>? {
    sessions.session(Member.self, of: account, on: client)
}
