import ContractSuites
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
    private let request: PageRequest
    private let page: Page<Product>

    init() throws {
        request = try PageRequest(size: 2)
        page = Page(items: [try .fixture()], number: 1, size: 2, total: 1)
    }

    @Test("a listed page is the server's and is stored with the date of the response")
    func listing() async throws {
        let machine = try ProductMachine(over: MockTransport(.json(ProductMachine.page)))
        let listing = try await machine.products().products(page: request)
        #expect(listing.page == page)
        guard case .server = listing.source else {
            Issue.record("got \(listing.source)")
            return
        }
        let stored = try await machine.store.page(request)
        #expect(stored == StoredPage(page, storedAt: machine.clock.now))
    }

    static let unreachable: [TransportError] = [
        .connectionRefused, .hostNotFound, .unreachable, .connectTimeout, .connectionLost, .notSent,
        .idleTimeout, .deadlinePassed,
    ]

    @Test(
        "if the server can't be reached, the list is the stored copy with its date and the reason",
        arguments: unreachable)
    func offline(error: TransportError) async throws {
        let machine = try ProductMachine(over: MockTransport(.failure(error)))
        let storedAt = machine.clock.now
        try await machine.store.save(StoredPage(page, storedAt: storedAt))
        machine.clock.advance(by: .seconds(180))
        let listing = try await machine.products().products(page: request)
        #expect(listing.page == page)
        guard case .stored(storedAt, let reason) = listing.source else {
            Issue.record("got \(listing.source)")
            return
        }
        #expect(reason.localizableUserMessage == error.localizableUserMessage)
        #expect(machine.monitor.failures.isEmpty)
    }

    static let timeouts: [NetworkError.Cause] = [
        .timeout(.attempt(.seconds(1))), .timeout(.total(.seconds(1))), .circuitOpen(retryAfter: .seconds(5)),
    ]

    @Test("a timeout and an open circuit breaker count as unreachable", arguments: timeouts)
    func timeout(cause: NetworkError.Cause) async throws {
        let machine = try ProductMachine(over: MockTransport(), interceptors: [ThrowingInterceptor(cause: cause)])
        try await machine.store.save(StoredPage(page, storedAt: machine.clock.now))
        #expect(try await machine.products().products(page: request).page == page)
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
        let machine = try ProductMachine(over: MockTransport(outcome))
        try await machine.store.save(StoredPage(page, storedAt: machine.clock.now))
        await #expect(throws: ProductServiceError.self) { try await machine.products().products(page: request) }
    }

    @Test("without a copy of the same page the failure is reported")
    func noCopy() async throws {
        let machine = try ProductMachine(over: MockTransport(.failure(.connectionRefused)))
        let other = StoredPage(Page(items: page.items, number: 2, size: 2, total: 3), storedAt: machine.clock.now)
        try await machine.store.save(other)
        let error = await expectFailure(.network) { try await machine.products().products(page: request) }
        #expect(error?.failure?.kind == .unreachable)
    }

    @Test("a caller that cancels gets cancellation even if the server can't be reached and there is a copy")
    func cancellation() async throws {
        let gate = Gate()
        let machine = try ProductMachine(
            over: HeldTransport(gate: gate, result: .failure(.connectionRefused)))
        try await machine.store.save(StoredPage(page, storedAt: .distantPast))
        let (products, request) = (machine.products(), request)
        let list = Task { try await products.products(page: request) }
        await gate.waitForArrivals(1)
        list.cancel()
        gate.open()
        await expectFailure(.cancelled) { try await list.value }
    }

    @Test("if the server accepts and stays silent for 2 s, the list is the stored copy, and a late response updates it")
    func silent() async throws {
        let gate = Gate()
        let machine = try ProductMachine(
            over: HeldTransport(gate: gate, result: .success(.json(ProductMachine.page))))
        let copy = StoredPage(Page<Product>(items: [], number: 1, size: 2, total: 0), storedAt: .distantPast)
        try await machine.store.save(copy)
        async let listed = machine.products().products(page: request)
        await gate.waitForArrivals(1)
        machine.clock.advance(by: .milliseconds(1_999))
        #expect(machine.clock.deadlines.contains(.seconds(2)), "the list waits for 2 s")
        machine.clock.advance(by: .milliseconds(1))
        let listing = try await listed
        #expect(listing.page == copy.page)
        guard case .stored(.distantPast, let reason) = listing.source else { return unexpected(listing) }
        #expect(reason.kind == .timedOut)
        gate.open()
        while try await machine.store.page(request)?.page != page { await Task.yield() }
    }

    @Test("a silent server without a stored copy is waited for")
    func silentWithoutCopy() async throws {
        let gate = Gate()
        let machine = try ProductMachine(
            over: HeldTransport(gate: gate, result: .success(.json(ProductMachine.page))))
        async let listed = machine.products().products(page: request)
        await gate.waitForArrivals(1)
        machine.clock.advance(by: .seconds(10))
        gate.open()
        let listing = try await listed
        guard case .server = listing.source else { return unexpected(listing) }
    }

    private func unexpected(_ listing: Listing<Product>) {
        Issue.record("got \(listing.source)")
    }

    @Test("a page that can't be stored is listed all the same, and the monitor receives the reason")
    func unstoredPage() async throws {
        let machine = try ProductMachine(
            over: MockTransport(.json(ProductMachine.page)),
            records: MockRecordStorage(change: .error(.full(path: "/data"))))
        #expect(try await machine.products().products(page: request).page == page)
        #expect(machine.monitor.failures == [StoreError.full(path: "/data").userMessage])
    }

    @Test("a copy that can't be read leaves the call's own failure, and the monitor receives the reason")
    func unreadCopy() async throws {
        let machine = try ProductMachine(
            over: MockTransport(.failure(.hostNotFound)),
            records: MockRecordStorage(list: .error(.corrupt(path: "/data"))))
        let error = await expectFailure(.network) { try await machine.products().products(page: request) }
        #expect(error?.failure?.localizableUserMessage.key == "transport.hostNotFound")
        #expect(machine.monitor.failures == [StoreError.corrupt(path: "/data").userMessage])
    }

    @Test("one product that breaks a rule fails the page with its path, and nothing is stored")
    func brokenPage() async throws {
        let machine = try ProductMachine(
            over: MockTransport(.json(ProductMachine.page.replacing("19.90", with: "19.905"))))
        let error = await expectFailure(.network) { try await machine.products().products(page: request) }
        #expect(error?.failure?.kind == .unreadableResponse)
        #expect(error?.failure?.diagnostic.contains("items.0.price.amount") == true)
        #expect(try await machine.store.page(request) == nil)
    }

    @Test("an administrator who is logged out changes nothing, and no request is sent")
    func withoutRequest() async throws {
        let machine = try ProductMachine(
            over: MockTransport(), records: MockRecordStorage(), interceptors: [AuthenticationInterceptor()])
        let products = machine.products(of: try .fixture(role: .admin))
        await expectFailure(.loggedOut) { try await products.create(.fixture()) }
        await expectFailure(.loggedOut) { try await products.delete(id: Product.ID("p-1")) }
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

private struct ThrowingInterceptor: Interceptor {
    let cause: NetworkError.Cause

    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        throw call.context.error(cause, call.request)
    }
}
