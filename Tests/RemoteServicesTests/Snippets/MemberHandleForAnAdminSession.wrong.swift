// The compiler says: cannot convert return expression of type 'Session<Member>?' to return type 'Session<Admin>?'
import Networking
import RemoteServices
import Services

func administration(of account: Account, in sessions: AccountSessions, at client: Client) -> Session<Admin>? {
    sessions.session(Member.self, of: account, on: client)
}
