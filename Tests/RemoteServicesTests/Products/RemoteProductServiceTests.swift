import Composition
import ContractSuites
import DependencyInjection
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

@Suite("RemoteProductService", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RemoteProductServiceTests {
    private static let json = """
        {"items": [{"id": "p-1", "sku": "CARD-1000", "name": "Punched cards", "description": null,
          "price": {"amount": "19.90", "currency": "EUR"}, "created_at": "2026-02-01T09:00:00.000Z"}],
         "page": 1, "per_page": 2, "total": 1}
        """

    private let request: PageRequest
    private let page: Page<Product>

    init() throws {
        request = try PageRequest(size: 2)
        page = Page(items: [try .fixture()], number: 1, size: 2, total: 1)
    }

    static let unreachable: [TransportError] = [
        .connectionRefused, .hostNotFound, .unreachable, .connectTimeout, .connectionLost, .notSent,
        .idleTimeout, .deadlinePassed,
    ]

    @Test(
        "if the server can't be reached, the list is the stored copy with its date and the reason",
        arguments: unreachable)
    func offline(error: TransportError) async throws {
        let machine = try RemoteServicesFixture(over: MockTransport(.failure(error)))
        let storedAt = machine.clock.now
        try await machine.saveProducts(StoredPage(page, storedAt: storedAt))
        machine.clock.advance(by: .seconds(180))
        let listing = try await machine.app.products.products(page: request)
        #expect(listing.value == page && listing.source == .stored && listing.fetchedAt == storedAt)
        let kind = listing.refreshError?.kind
        #expect(kind == .unreachable || kind == .timedOut)
        #expect(machine.localCopyFailures.isEmpty)
    }

    static let timeouts: [NetworkError.Cause] = [
        .timeout(.attempt(.seconds(1))), .timeout(.total(.seconds(1))), .circuitOpen(retryAfter: .seconds(5)),
    ]

    @Test("a timeout and an open circuit breaker count as unreachable", arguments: timeouts)
    func timeout(cause: NetworkError.Cause) async throws {
        let failing = MockInterceptor { call, _ throws(NetworkError) in throw call.context.error(cause, call.request) }
        let machine = try RemoteServicesFixture(over: MockTransport()) {
            Singleton(.client, needs: .environment, .time) { environment, time in
                try Client.fixture(
                    transport: MockTransport(), interceptors: [failing], environment: environment,
                    coding: JSONBodyCoding(), time: time)
            }
        }
        try await machine.saveProducts(StoredPage(page, storedAt: machine.clock.now))
        #expect(try await machine.app.products.products(page: request).value == page)
    }

    static let reachable: [Result<ServerResponse, TransportError>] =
        [HTTPResponse.Status.badRequest, .unauthorized, .forbidden, .notFound, .tooManyRequests].map {
            .success(.empty($0))
        } + [HTTPResponse.Status.internalServerError, .badGateway, .serviceUnavailable].map { .success(.empty($0)) }
        + [
            .success(.json("{")), .failure(.insecure(.authority, reason: "Unknown issuer.")),
            .failure(.truncatedResponse),
            .failure(.invalidResponse(reason: "no HTTP")), .failure(.other(reason: "x")),
        ]

    @Test(
        "a response of the server and a connection that is not secure are never replaced by a copy",
        arguments: reachable)
    func online(outcome: Result<ServerResponse, TransportError>) async throws {
        let machine = try RemoteServicesFixture(over: MockTransport(outcome))
        try await machine.saveProducts(StoredPage(page, storedAt: machine.clock.now))
        await #expect(throws: ProductServiceError.self) { try await machine.app.products.products(page: request) }
    }

    @Test("a stored page is incomplete until every item of it was fetched, by pages of whatever size")
    func gaps() async throws {
        let machine = try RemoteServicesFixture(
            over: FakeTransport { _ throws(TransportError) in throw .connectionRefused })
        let products = machine.app.products
        for number in [1, 2] {
            let items = try (1...2).map { try Product.fixture(id: "p-\(2 * number + $0)") }
            let page = Page(items: items, number: number, size: 2, total: 4)
            try await machine.saveProducts(StoredPage(page, storedAt: .distantPast))
            for (size, isComplete) in [(2, true), (3, number == 2), (9, number == 2)] {
                #expect(try await products.products(page: PageRequest(size: size)).isComplete == isComplete)
            }
        }
    }

    @Test("if the server accepts and stays silent for 2 s, the list is the stored copy, and a late response updates it")
    func silent() async throws {
        let gate = Gate()
        let machine = try RemoteServicesFixture(
            over: HeldTransport(gate: gate, result: .success(.json(Self.json))))
        let copy = StoredPage(Page<Product>(items: [], number: 1, size: 2, total: 0), storedAt: .distantPast)
        try await machine.saveProducts(copy)
        async let listed = machine.app.products.products(page: request)
        await gate.waitForArrivals(1)
        machine.clock.advance(by: .milliseconds(1_999))
        #expect(machine.clock.deadlines.contains(.seconds(2)), "the list waits for 2 s")
        machine.clock.advance(by: .milliseconds(1))
        let listing = try await listed
        #expect(listing.value == copy.page && listing.source == .stored && listing.fetchedAt == .distantPast)
        #expect(listing.refreshError?.kind == .timedOut)
        gate.open()
        while try await machine.products.page(request)?.page != page { await Task.yield() }
    }

    @Test("a silent server without a stored copy is waited for")
    func silentWithoutCopy() async throws {
        let gate = Gate()
        let machine = try RemoteServicesFixture(
            over: HeldTransport(gate: gate, result: .success(.json(Self.json))))
        async let listed = machine.app.products.products(page: request)
        await gate.waitForArrivals(1)
        machine.clock.advance(by: .seconds(10))
        gate.open()
        #expect(try await listed.source == .server)
    }

    @Test("a page that can't be stored is listed all the same, and the monitor receives the reason")
    func unstoredPage() async throws {
        let machine = try RemoteServicesFixture(
            over: MockTransport(.json(Self.json)), records: MockRecordStorage(change: .error(.full(path: "/data"))))
        #expect(try await machine.app.products.products(page: request).value == page)
        #expect(machine.localCopyFailures == [StoreError.full(path: "/data").userMessage])
    }

    @Test("a copy that can't be read leaves the call's own failure, and the monitor receives the reason")
    func unreadCopy() async throws {
        let machine = try RemoteServicesFixture(
            over: MockTransport(.failure(.hostNotFound)),
            records: MockRecordStorage(list: .error(.corrupt(path: "/data"))))
        let error = await expectFailure(.network) { try await machine.app.products.products(page: request) }
        #expect(error?.failure?.localizableUserMessage.key == "transport.hostNotFound")
        #expect(machine.localCopyFailures == [StoreError.corrupt(path: "/data").userMessage])
    }

    @Test("one product that breaks a rule fails the page with its path, and nothing is stored")
    func brokenPage() async throws {
        let machine = try RemoteServicesFixture(
            over: MockTransport(.json(Self.json.replacing("19.90", with: "19.905"))))
        let error = await expectFailure(.network) { try await machine.app.products.products(page: request) }
        #expect(error?.failure?.kind == .unreadableResponse)
        #expect(error?.failure?.diagnostic.contains("items.0.price.amount") == true)
        #expect(try await machine.products.page(request) == nil)
    }

    @Test("the creation of a product can be repeated, because it has an idempotency key")
    func key() throws {
        #expect(Endpoint<Admin, Product>.createProduct(try .fixture()).idempotency == .keyed)
    }

    @Test("an administrator who is logged out changes nothing, and no request is sent")
    func withoutRequest() async throws {
        let machine = try RemoteServicesFixture(over: MockTransport(), records: MockRecordStorage())
        let products = try machine.open(.fixture(role: .admin)).products
        await expectFailure(.loggedOut) { try await products.create(.fixture()) }
        await expectFailure(.loggedOut) { try await products.delete(id: Product.ID("p-1")) }
    }
}

extension RemoteServicesFixture {
    /// The stored products.
    fileprivate var products: RecordStore<Product> {
        RecordStore("products", of: .everyone(server: client.environment.origin.description), in: stores.records)
    }

    fileprivate func saveProducts(_ stored: StoredPage<Product>) async throws(StoreError) {
        try await products.save(stored, ifStill: products.revision())
    }
}

/// Accepts a request, and responds once the gate is open.
private struct HeldTransport: Transport {
    let gate: Gate
    let result: Result<ServerResponse, TransportError>

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        await gate.pass()
        return try result.get()
    }

    func shutdown() async {}
}
