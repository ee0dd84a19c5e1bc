// The compiler says: 'credentialProvider' is inaccessible due to 'package' protection level
import Networking
import RemoteServices
import Services

func token(of account: Account, in sessions: AccountSessions) -> Any? {
    sessions.credentialProvider(of: account)
}
