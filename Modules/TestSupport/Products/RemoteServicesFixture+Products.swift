public import Persistence
public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The product service of `account`, or of a guest.
    ///
    /// - Parameter store: stores the listed pages of all accounts.
    public func products(of account: Account?, store: any ProductStore) -> RemoteProductService {
        RemoteProductService(account: account, client: client, sessions: sessions, store: store, time: time)
    }
}
