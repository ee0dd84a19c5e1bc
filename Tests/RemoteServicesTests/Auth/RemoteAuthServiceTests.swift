import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// Cases that the contract can't cause on a correct backend: invalid responses, failing stores, and the bytes of requests.
@Suite(.failsOnUnexpectedCalls)
struct RemoteAuthServiceTests {
    private let credentials: Credentials

    init() throws {
        credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Secret("correct horse"))
    }

    private struct HeldTransport: Transport {
        let gate: Gate

        func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
            await gate.pass()
            return .json(Wire.refresh)
        }

        func shutdown() async {}
    }

    @Test("an account that one process restores twice has one credential, and spends one refresh token")
    func restoredTwice() async throws {
        let gate = Gate()
        let services = try WiredServices(over: HeldTransport(gate: gate))
        try await services.authSessions.save(.fixture())
        let auth = services.auth
        let first = try #require(try await auth.restore())
        async let one: Void = auth.refresh(first)
        await gate.waitForArrivals(1)
        let second = try #require(try await auth.restore())
        async let other: Void = auth.refresh(second)
        gate.open()
        try await one
        try await other
        #expect(gate.arrivals == 1)
        #expect(services.credential(of: second)?.token == Secret("access-2"))
    }

    @Test("the end of a session and a login of another account leave the account's data; its own logout removes it")
    func endedSession() async throws {
        let services = try WiredServices(
            over: MockTransport(
                Wire.unauthorized, Wire.unauthorized, .json(Wire.login.replacing("u-1", with: "u-2")),
                .empty(.noContent)))
        let account = try await services.loggedIn()
        let id = try AccountID.fixture()
        services.items.save(["a"], of: id)
        // Both the call and the refresh are refused, as after a revocation.
        await expectFailure(.loggedOut) { _ = try await services.ownID(of: account) }
        #expect(try await services.authSessions.load() == nil)
        #expect(services.items.items(of: id) == ["a"])
        let other = try await services.auth.login(credentials)
        #expect(services.items.items(of: id) == ["a"])
        _ = try await services.auth.logout(other)
        #expect(services.items.items(of: id) == ["a"], "a logout removes the data of its own account only")
        #expect(try await services.auth.removeEndedAccount())
        #expect(services.items.items(of: id) == [])
        #expect(try await services.auth.removeEndedAccount() == false)
    }

    @Test("a logout whose store fails empties the other stores, and can be repeated without a session")
    func repeatedLogout() async throws {
        let authSessions = InMemoryAuthSessionStore(try .fixture())
        let error = StoreError.busy(path: "/data")
        let services = try WiredServices(over: MockTransport(.empty(.noContent)), authSessions: authSessions)
        let key = ResponseCacheKey.fixture(in: .user("u-1"))
        try await services.responses.save(.fixture(), for: key)
        let failing = services.auth(
            services.exchange, personalData: [ItemStore(failingWith: error), CachedResponses(services.responses)])
        let account = try #require(try await failing.restore())
        await expectFailure(.storage) { try await failing.logout(account) }
        #expect(try await authSessions.load() == nil)
        #expect(services.responses.count == 0)
        let id = try AccountID.fixture()
        services.items.save(["a"], of: id)
        #expect(try await services.auth.removeEndedAccount())
        #expect(services.items.items(of: id) == [])
    }

    @Test("a login sends address and password as JSON, and no credential")
    func loginRequest() async throws {
        let transport = MockTransport(.json(Wire.login))
        _ = try await WiredServices(over: transport).auth.login(credentials)
        let call = try #require(transport.calls.first)
        #expect(transport.calls.count == 1)
        #expect(call.request.method == .post)
        #expect(call.request.path == "/v2/auth/login")
        #expect(call.request.headerFields[.contentType] == "application/json")
        #expect(call.request.headerFields[.accept] == "application/json")
        #expect(call.request.headerFields[.authorization] == nil)
        guard case .data(let body) = call.body else {
            Issue.record("expected a body in memory")
            return
        }
        try expectJSON(body, is: #"{"email": "ada@example.com", "password": "correct horse"}"#)
    }

    @Test("a login that is redirected to another server does not send the password there", arguments: [307, 308])
    func loginRedirect(status: Int) async throws {
        let transport = MockTransport(
            .empty(HTTPResponse.Status(code: status), fields: [.location: "https://elsewhere.example/login"]))
        await expectFailure(.network) { try await WiredServices(over: transport).auth.login(credentials) }
        #expect(transport.calls.map(\.request.authority) == ["api.example.com"])
    }

    @Test("a logout empties the account's partition of the response cache, and no other")
    func cachedResponses() async throws {
        let services = try WiredServices(over: MockTransport(.empty(.noContent)))
        let account = try await services.loggedIn()
        let (own, other) = (ResponseCacheKey.fixture(in: .user("u-1")), ResponseCacheKey.fixture(in: .user("u-2")))
        for key in [own, other] { try await services.responses.save(.fixture(), for: key) }
        _ = try await services.auth.logout(account)
        #expect(try await services.responses.responses(for: own).isEmpty)
        #expect(try await services.responses.responses(for: other).count == 1)
    }

    @Test("two accounts with one response cache never get each other's responses")
    func partitions() async throws {
        let cache = ResponseCacheInterceptor(
            storage: InMemoryResponseCache(), partition: .client("services"), time: ManualClock())
        let transport = MockTransport(
            over: FakeTransport { request in
                let isFirst = request.head.headerFields[.authorization] == "Bearer access-1"
                let user = Wire.user.replacing(#""u-1""#, with: isFirst ? #""u-1""# : #""u-2""#)
                return .data(
                    Data(user.utf8), fields: [.contentType: "application/json", .cacheControl: "max-age=60"])
            })
        let services = try WiredServices(over: transport, through: [cache])
        let first = try await services.loggedIn()
        try await services.authSessions.save(.fixture(userID: "u-2", credential: .fixture(2)))
        let second = try #require(try await services.auth.restore())
        for account in [first, second, first, second] {
            #expect(try await services.ownID(of: account) == account.id)
        }
        #expect(transport.calls.count == 2, "the second round comes from the cache")
    }

    /// An exchange whose logins throw an error of its own.
    private struct FailingExchange: LoginExchanging {
        struct LibraryFailure: Error {}

        let error: any Error

        func logIn(with credentials: Credentials) async throws -> LoginResult { throw error }

        func logOut(_ member: Session<Member>) async throws(NetworkError) {}
    }

    @Test("every error that an exchange may throw is mapped to the service's")
    func exchangeErrors() async throws {
        let invalid = InvalidValue(field: "id", reason: "It is empty.")
        let services = try WiredServices(over: MockTransport())
        func login(_ error: any Error) async -> AuthServiceError? {
            await #expect(throws: AuthServiceError.self) {
                try await services.auth(FailingExchange(error: error)).login(credentials)
            }
        }
        guard case .cancelled = await login(CancellationError()),
            case .loggedOut = await login(
                AuthServiceError.loggedOut), case .invalid([invalid]) = await login(invalid),
            case .specific(.wrongCredentials) = await login(NetworkError.fixture(.status(HTTPFailure(status: 401)))),
            case .failed(let failure) = await login(FailingExchange.LibraryFailure())
        else {
            Issue.record("An error was mapped to another one.")
            return
        }
        #expect(failure.kind == .unexpected)
        #expect(failure.diagnostic.contains("LibraryFailure"))
    }

    @Test("tokens are dated by this machine's clock")
    func dating() async throws {
        let services = try WiredServices(over: MockTransport(.json(Wire.login)))
        services.clock.advance(by: .seconds(100))
        _ = try await services.auth.login(credentials)
        let stored = try #require(try await services.authSessions.load()).credential
        #expect(stored.expiresAt == services.clock.now.addingTimeInterval(900))
    }

    @Test("a login that can't be stored fails")
    func unstoredLogin() async throws {
        let error = StoreError.full(path: "/data")
        let services = try WiredServices(
            over: MockTransport(.json(Wire.login)), authSessions: MockAuthSessionStore(failingWith: error))
        let failure = await expectFailure(.storage) { try await services.auth.login(credentials) }
        #expect(failure?.userMessage == error.userMessage)
    }

    @Test(
        "a login response without a valid user id is rejected, and nothing is stored",
        arguments: [Wire.refresh, Wire.login.replacing("\"u-1\"", with: "\"../admin\"")])
    func oddUser(response: String) async throws {
        let services = try WiredServices(over: MockTransport(.json(response)))
        await #expect(throws: AuthServiceError.self) { try await services.auth.login(credentials) }
        #expect(try await services.authSessions.load() == nil)
    }

    @Test("a rejection with invalid fields is reported with them")
    func loginFields() async throws {
        let response = ServerResponse.problem(
            #"{"code": "validation_failed", "errors": [{"field": "email", "message": "This must be a string."}]}"#,
            status: .unprocessableContent)
        let services = try WiredServices(over: MockTransport(response))
        await expectFailure(.invalid(fields: ["email"])) { try await services.auth.login(credentials) }
    }

    @Test("restoring sends no request, and reports a store's failure")
    func restore() async throws {
        let services = try WiredServices(over: MockTransport())
        #expect(try await services.loggedIn().id == .fixture())
        let broken = try WiredServices(
            over: MockTransport(), authSessions: MockAuthSessionStore(failingWith: .corrupt(path: "/data")))
        await expectFailure(.storage) { try await broken.auth.restore() }
    }

    @Test("a refreshed pair of tokens is stored before it is used")
    func refresh() async throws {
        let authSessions = MockAuthSessionStore(over: InMemoryAuthSessionStore())
        let transport = MockTransport(
            over: FakeTransport { request in
                let isRefresh = request.head.path == "/v2/auth/refresh"
                if isRefresh { return .json(Wire.refresh) }
                let isRefreshed = request.head.headerFields[.authorization] == "Bearer access-2"
                return isRefreshed ? .json(Wire.user) : Wire.unauthorized
            })
        let services = try WiredServices(over: transport, authSessions: authSessions)
        let account = try await services.loggedIn()
        _ = try await services.ownID(of: account)
        #expect(transport.calls.map(\.request.path) == ["/v2/users/me", "/v2/auth/refresh", "/v2/users/me"])
        #expect(transport.calls[1].request.headerFields[.authorization] == nil)
        let end = services.clock.now.addingTimeInterval(900)
        let next = BearerCredential(token: Secret("access-2"), refreshToken: Secret("refresh-2"), expiresAt: end)
        let stored = MockAuthSessionStore.Call.replaceTokens(
            Secret("access-1"), with: next, server: "https://api.example.com", userID: account.id)
        #expect(authSessions.calls.filter { $0 == stored }.count == 1)
    }

    @Test("a refreshed pair that can't be stored is reported, and this process continues with it")
    func unsavedRefresh() async throws {
        let authSessions = MockAuthSessionStore.unwritable(try .fixture(), error: .full(path: "/data"))
        let services = try WiredServices(over: MockTransport(.json(Wire.refresh)), authSessions: authSessions)
        let account = try #require(try await services.auth.restore())
        let error = await expectFailure(.storage) { try await services.auth.refresh(account) }
        #expect(error?.userMessage.contains("The disk with /data is full.") == true)
        #expect(services.credential(of: account)?.token == Secret("access-2"))
    }

    @Test("without space for the new tokens no refresh is requested, and the account stays logged in")
    func noSpace() async throws {
        let authSessions = MockAuthSessionStore(
            over: InMemoryAuthSessionStore(try .fixture()), reserveSpace: .error(.full(path: "/data")))
        let transport = MockTransport()
        let services = try WiredServices(over: transport, authSessions: authSessions)
        let account = try #require(try await services.auth.restore())
        let error = await expectFailure(.storage) { try await services.auth.refresh(account) }
        #expect(error?.userMessage.contains("The disk with /data is full.") == true)
        #expect(transport.calls.isEmpty)
        #expect(try await authSessions.load() == .fixture())
    }

    @Test("a late refresh of the previous account does not affect a new login")
    func lateRefresh() async throws {
        let services = try WiredServices(over: MockTransport())
        let account = try await services.loggedIn()
        let next = try AuthSession.fixture(userID: "u-2")
        try await services.authSessions.save(next)
        services.items.save(["a"], of: next.account)
        await expectFailure(.loggedOut) { try await services.auth.refresh(account) }
        #expect(try await services.authSessions.load() == next)
        #expect(services.items.items(of: next.account) == ["a"])
    }

    @Test("a logout that can't remove the tokens reports that, although the session has ended")
    func unremovedAuthSession() async throws {
        let authSessions = MockAuthSessionStore.unwritable(try .fixture(), error: .busy(path: "/data"))
        let services = try WiredServices(over: MockTransport(.empty()), authSessions: authSessions)
        let account = try #require(try await services.auth.restore())
        await expectFailure(.storage) { try await services.auth.logout(account) }
        #expect(services.credential(of: account) == nil)
    }
}
