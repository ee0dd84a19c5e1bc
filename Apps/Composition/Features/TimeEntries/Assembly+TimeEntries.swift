public import DependencyInjection
import Persistence
import Primitives
import RemoteServices
public import Services

extension Key<any TimeEntryService> {
    /// Reads and changes time entries on behalf of the scope's account.
    public static var timeEntries: Self { Self() }
}

extension AccountServices {
    /// Reads and changes time entries.
    public var timeEntries: any TimeEntryService { get async throws { try await value(.timeEntries) } }
}

extension Assembly {
    static var timeEntries: Assembly {
        Assembly {
            Scoped(.timeEntries, needs: .account, .session, .records, .time) { account, session, records, time in
                RemoteTimeEntryService(account: account, session: session, records: records, time: time)
            }
        }
    }
}
