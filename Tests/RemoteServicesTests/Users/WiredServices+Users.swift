import RemoteServices
import Services

extension WiredServices {
    func users(of account: Account) -> RemoteUserService {
        RemoteUserService(
            account: account, client: client, sessions: sessions, users: copies, authSessions: authSessions,
            personalData: personalData)
    }
}
