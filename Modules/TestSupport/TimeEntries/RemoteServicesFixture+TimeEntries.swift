public import Persistence
public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The time entry service of `account`.
    ///
    /// - Parameter pages: stores the copies, and must share its storage with the auth sessions.
    public func timeEntries(of account: Account, pages: any PageStorage) -> RemoteTimeEntryService {
        RemoteTimeEntryService(account: account, client: client, sessions: sessions, pages: pages, time: time)
    }
}
