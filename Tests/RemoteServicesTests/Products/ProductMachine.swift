import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Synchronization
import TestSupport

/// The live product service over a transport that a test chooses, for responses that a good backend never sends.
struct ProductMachine {
    let clock = ManualClock()
    let monitor = LocalCopyMonitor()
    let store: RecordStore<Product>
    private let records: any RecordStorage
    private let client: Client

    init(
        over transport: any Transport, records: any RecordStorage = InMemoryRecordStorage(InMemoryAuthSessionStore()),
        interceptors: [any Interceptor] = []
    ) throws {
        self.records = records
        client = try .fixture(
            transport: transport, interceptors: interceptors, environment: .fixture(version: APIVersion(2)),
            coding: JSONBodyCoding(), time: clock, monitor: monitor)
        store = RecordStore(
            "products", of: .everyone(server: client.environment.origin.description), in: records)
    }

    /// The service of an account that is not logged in, or of a guest.
    func products(of account: Account? = nil) -> RemoteProductService {
        RemoteProductService(
            client: client, account: account,
            session: account.flatMap { AccountSessions().session(Admin.self, of: $0, on: client) },
            records: records, time: clock)
    }

    static let page = """
        {"items": [{"id": "p-1", "sku": "CARD-1000", "name": "Punched cards", "description": null,
          "price": {"amount": "19.90", "currency": "EUR"}, "created_at": "2026-02-01T09:00:00.000Z"}],
         "page": 1, "per_page": 2, "total": 1}
        """
}

/// Collects the reasons of ``CallEvent/Kind/localCopyNotUpdated(reason:)``.
final class LocalCopyMonitor: EventMonitor {
    private let recorded = Mutex<[String]>([])

    var failures: [String] { recorded.withLock { $0 } }

    func receive(_ event: CallEvent) {
        guard case .localCopyNotUpdated(let reason) = event.kind else { return }
        recorded.withLock { $0.append(reason) }
    }
}
