public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The time entry service of `account`.
    public func timeEntries(of account: Account) -> RemoteTimeEntryService {
        RemoteTimeEntryService(account: account, client: client, sessions: sessions, pages: stores.pages, time: time)
    }
}
