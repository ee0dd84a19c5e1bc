public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The user service of `account`.
    public func users(of account: Account) -> RemoteUserService {
        RemoteUserService(
            account: account, client: client, sessions: sessions, users: stores.users,
            authSessions: stores.authSessions, personalData: stores.personalData)
    }
}
