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
            Scoped(.timeEntries, needs: .session, .records, .outbox, .time, .identifiers) {
                session, records, outbox, time, identifiers in
                RemoteTimeEntryService(
                    session: session, records: records, outbox: outbox, time: time, identifiers: identifiers)
            }
        }
    }
}
