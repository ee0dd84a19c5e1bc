import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport

/// The live product service over a transport that a test chooses, for responses that a good backend never sends.
struct ProductMachine {
    let clock = ManualClock()
    let monitor: RecordingMonitor
    let store: any ProductStore
    private let client: Client

    init(
        over transport: any Transport, store: any ProductStore = InMemoryProductStore(),
        interceptors: [any Interceptor] = []
    ) throws {
        self.store = store
        monitor = RecordingMonitor()
        client = try .fixture(
            transport: transport, interceptors: interceptors, environment: .fixture(version: APIVersion(2)),
            coding: JSONBodyCoding(), time: clock, monitor: monitor)
    }

    /// The service of an account without a session, or of a guest.
    func products(of account: Account? = nil) -> RemoteProductService {
        RemoteProductService(
            account: account, client: client, sessions: AccountSessions(), store: store, time: clock)
    }

    var server: String { client.environment.origin.description }

    /// The reasons of all ``CallEvent/Kind/localCopyNotUpdated(reason:)`` so far.
    var localCopyFailures: [String] {
        monitor.events.compactMap { if case .localCopyNotUpdated(let reason) = $0.kind { reason } else { nil } }
    }

    static let page = """
        {"items": [{"id": "p-1", "sku": "CARD-1000", "name": "Punched cards", "description": null,
          "price": {"amount": "19.90", "currency": "EUR"}, "created_at": "2026-02-01T09:00:00.000Z"}],
         "page": 1, "per_page": 2, "total": 1}
        """
}
