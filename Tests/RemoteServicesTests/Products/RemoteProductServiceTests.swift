import ContractSuites
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import RemoteServices
import Services
import TestSupport
import Testing

@Suite("RemoteProductService", .failsOnUnexpectedCalls)
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
        let stored = try await machine.store.page(request, of: machine.server)
        #expect(stored == StoredPage(page, storedAt: machine.clock.now))
    }

    static let unreachable: [TransportError] = [
        .connectionRefused, .hostNotFound, .unreachable, .connectTimeout, .connectionLost, .connectionStale,
        .idleTimeout, .deadlinePassed,
    ]

    @Test(
        "if the server can't be reached, the list is the stored copy with its date and the reason",
        arguments: unreachable)
    func offline(error: TransportError) async throws {
        let machine = try ProductMachine(over: MockTransport(.failure(error)))
        let storedAt = machine.clock.now
        try await machine.store.save(StoredPage(page, storedAt: storedAt), of: machine.server)
        machine.clock.advance(by: .seconds(180))
        let listing = try await machine.products().products(page: request)
        #expect(listing.page == page)
        guard case .stored(storedAt, let reason) = listing.source else {
            Issue.record("got \(listing.source)")
            return
        }
        #expect((reason.underlying as? NetworkError)?.cause == .transport(error))
        #expect(machine.monitor.failures.isEmpty)
    }

    static let timeouts: [NetworkError.Cause] = [
        .timeout(.attempt(.seconds(1))), .timeout(.total(.seconds(1))), .circuitOpen(retryAfter: .seconds(5)),
    ]

    @Test("a timeout and an open circuit breaker count as unreachable", arguments: timeouts)
    func timeout(cause: NetworkError.Cause) async throws {
        let machine = try ProductMachine(over: MockTransport(), interceptors: [ThrowingInterceptor(cause: cause)])
        try await machine.store.save(StoredPage(page, storedAt: machine.clock.now), of: machine.server)
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
        try await machine.store.save(StoredPage(page, storedAt: machine.clock.now), of: machine.server)
        await #expect(throws: ProductServiceError.self) { try await machine.products().products(page: request) }
    }

    @Test("without a copy of the same page the failure is reported")
    func noCopy() async throws {
        let machine = try ProductMachine(over: MockTransport(.failure(.connectionRefused)))
        try await machine.store.save(StoredPage(page, storedAt: machine.clock.now), of: "https://other.example.com")
        let error = await expectFailure(.network) { try await machine.products().products(page: request) }
        #expect(error?.failure?.kind == .unreachable)
    }

    @Test("a caller that cancels gets cancellation even if the server can't be reached and there is a copy")
    func cancellation() async throws {
        let copy = StoredPage(page, storedAt: .distantPast)
        let machine = try ProductMachine(over: CancellingTransport(), store: MockProductStore(page: .value(copy)))
        let (products, request) = (machine.products(), request)
        let list = Task { try await products.products(page: request) }
        await expectFailure(.cancelled) { try await list.value }
    }

    @Test("a page that can't be stored is listed all the same, and the monitor says why")
    func unstoredPage() async throws {
        let machine = try ProductMachine(
            over: MockTransport(.json(ProductMachine.page)),
            store: MockProductStore(save: .error(.full(path: "/data"))))
        #expect(try await machine.products().products(page: request).page == page)
        #expect(machine.monitor.failures == [StoreError.full(path: "/data").userMessage])
    }

    @Test("a copy that can't be read leaves the call's own failure, and the monitor says why")
    func unreadCopy() async throws {
        let machine = try ProductMachine(
            over: MockTransport(.failure(.hostNotFound)),
            store: MockProductStore(page: .error(.corrupt(path: "/data"))))
        let error = await expectFailure(.network) { try await machine.products().products(page: request) }
        #expect(error?.networkError?.cause == .transport(.hostNotFound))
        #expect(machine.monitor.failures == [StoreError.corrupt(path: "/data").userMessage])
    }

    @Test("one product that breaks a rule fails the page with its path, and nothing is stored")
    func brokenPage() async throws {
        let machine = try ProductMachine(
            over: MockTransport(.json(ProductMachine.page.replacing("19.90", with: "19.905"))))
        let error = await expectFailure(.network) { try await machine.products().products(page: request) }
        guard case .decoding(let failure) = error?.networkError?.cause else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(failure.path == "items.0.price.amount")
        #expect(try await machine.store.page(request, of: machine.server) == nil)
    }

    @Test("who is not an administrator changes nothing, and no request is sent")
    func withoutRequest() async throws {
        let machine = try ProductMachine(over: MockTransport(), store: MockProductStore())
        let accounts: [(Account?, ServiceErrorKind)] = [
            (nil, .loggedOut), (try .fixture(role: .member), .forbidden), (try .fixture(role: .admin), .loggedOut),
        ]
        for (account, kind) in accounts {
            let products = machine.products(of: account)
            await expectFailure(kind) { try await products.create(.fixture()) }
            await expectFailure(kind) { try await products.delete(id: Product.ID("p-1")) }
        }
    }
}

/// Cancels the caller's task and then fails.
private struct CancellingTransport: Transport {
    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        withUnsafeCurrentTask { $0?.cancel() }
        throw .connectionRefused
    }

    func shutdown() async {}
}

private struct ThrowingInterceptor: Interceptor {
    let cause: NetworkError.Cause

    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        throw call.context.error(cause, call.request)
    }
}
