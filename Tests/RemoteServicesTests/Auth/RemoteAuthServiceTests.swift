import Composition
import ContractSuites
import DependencyInjection
import EngineContracts
import EngineTestSupport
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
@Suite(.failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RemoteAuthServiceTests {
    private let credentials: Credentials

    init() throws {
        credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Secret("correct horse"))
    }

    @Test("an account that one process restores twice has one credential, and spends one refresh token")
    func restoredTwice() async throws {
        let gate = Gate()
        let services = try RemoteServicesFixture(
            over: FakeTransport { _ in
                await gate.pass()
                return .json(Wire.refresh)
            })
        try await services.stores.authSessions.save(.fixture())
        let auth = services.auth
        let first = try #require(try await auth.restore())
        async let refresh: Void = auth.refresh(first)
        await gate.waitForArrivals(1)
        let credentialProvider = try #require(services.sessions.credentialProvider(of: first))
        let second = try #require(try await auth.restore())
        #expect(services.sessions.credentialProvider(of: second) === credentialProvider, "it refreshes for both")
        gate.open()
        try await refresh
        #expect(try await auth.restore() == second)
        #expect(services.sessions.credentialProvider(of: second) === credentialProvider)
        #expect(gate.arrivals == 1 && services.credential(of: second)?.token == Secret("access-2"))
    }

    @Test("the end of a session and a login of another account leave the account's data; its own logout removes it")
    func endedSession() async throws {
        let services = try RemoteServicesFixture(
            over: MockTransport(
                Wire.unauthorized, Wire.unauthorized, .json(Wire.login.replacing("u-1", with: "u-2")),
                .empty(.noContent)))
        let account = try await services.loggedIn()
        let id = try AccountID.fixture()
        try await services.stores.saveNote(of: id)
        // Both the call and the refresh are refused, as after a revocation.
        await expectFailure(.loggedOut) { _ = try await services.ownID(of: account) }
        #expect(try await services.stores.authSessions.load() == nil)
        #expect(try await services.stores.hasNote(of: id))
        let other = try await services.auth.login(credentials)
        #expect(try await services.stores.hasNote(of: id))
        _ = try await services.auth.logout(other)
        #expect(try await services.stores.hasNote(of: id), "a logout removes the data of its own account only")
        #expect(try await services.auth.removeEndedAccount(id.userID))
        #expect(try await services.stores.hasNote(of: id) == false)
        #expect(try await services.auth.removeEndedAccount(id.userID) == false)
    }

    @Test("a logout whose store fails empties the other stores, and can be repeated without a session")
    func repeatedLogout() async throws {
        let stores = AccountStores.inMemory()
        let id = try AccountID.fixture()
        try await stores.authSessions.save(.fixture())
        try await stores.saveNote(of: id)
        let failing = try RemoteServicesFixture(
            over: MockTransport(.empty(.noContent)), stores: stores,
            records: MockRecordStorage(change: .error(.busy(path: "/data"))))
        try await failing.responses.save(.fixture(), for: .fixture(in: .user("u-1")))
        let account = try #require(try await failing.auth.restore())
        await expectFailure(.storage) { try await failing.auth.logout(account) }
        #expect(try await stores.authSessions.load() == nil)
        #expect(failing.responses.count == 0)
        #expect(try await stores.hasNote(of: id))
        let services = try RemoteServicesFixture(over: MockTransport(), stores: stores)
        #expect(try await services.auth.removeEndedAccount(id.userID))
        #expect(try await stores.hasNote(of: id) == false)
    }

    @Test("a login of the account while a logout waits for the server stays, with its data", arguments: [true, false])
    func loginDuringLogout(isSameProcess: Bool) async throws {
        let gate = Gate()
        let transport = FakeTransport { request in
            switch request.head.path {
            case "/v2/auth/login": return .json(Wire.login.replacing("access-1", with: "access-3"))
            case "/v2/auth/logout":
                await gate.pass()
                return .empty(.noContent)
            default:
                let isNew = request.head.headerFields[.authorization] == "Bearer access-3"
                return isNew ? .json(Wire.user) : Wire.unauthorized
            }
        }
        let services = try RemoteServicesFixture(over: transport)
        let other =
            isSameProcess ? services : try RemoteServicesFixture(over: transport, stores: services.stores)
        let account = try await services.loggedIn()
        async let logout = services.auth.logout(account)
        await gate.waitForArrivals(1)
        let again = try await other.auth.login(credentials)
        let id = try AccountID.fixture()
        try await services.stores.saveNote(of: id)
        gate.open()
        _ = try await logout
        #expect(try await services.stores.authSessions.load()?.credential.token == Secret("access-3"))
        #expect(try await services.stores.hasNote(of: id))
        #expect(try await other.ownID(of: again) == account.id)
        // The same for someone who agreed to remove the data before the login.
        #expect(try await services.auth.removeEndedAccount(account.id) == false)
        #expect(try await services.stores.hasNote(of: id))
        #expect(try await other.ownID(of: again) == account.id)
    }

    @Test("a logout ends the login that another process has stored since, here and on the server")
    func logoutOfLaterLogin() async throws {
        let transport = MockTransport(.empty(.noContent))
        let services = try RemoteServicesFixture(over: transport)
        let account = try await services.loggedIn()
        let earlier = services.sessions.session(of: account, on: services.client)
        try await services.stores.authSessions.save(.fixture(login: 2, credential: .fixture(2)))
        _ = try await services.auth.logout(account)
        let error = await #expect(throws: NetworkError.self) { try await earlier.send(.logout()) }
        #expect(error?.cause == .loggedOut)
        #expect(transport.calls.map(\.request.headerFields[.authorization]) == ["Bearer access-2"])
        #expect(try await services.stores.authSessions.load() == nil)
    }

    @Test("a login that is redirected to another server does not send the password there", arguments: [307, 308])
    func loginRedirect(status: Int) async throws {
        let transport = MockTransport(
            .empty(HTTPResponse.Status(code: status), fields: [.location: "https://elsewhere.example/login"]))
        await expectFailure(.network) { try await RemoteServicesFixture(over: transport).auth.login(credentials) }
        #expect(transport.calls.map(\.request.authority) == ["api.example.com"])
    }

    @Test("a logout empties the account's partition of the response cache, and no other")
    func cachedResponses() async throws {
        let services = try RemoteServicesFixture(over: MockTransport(.empty(.noContent)))
        let account = try await services.loggedIn()
        let (own, other) = (ResponseCacheKey.fixture(in: .user("u-1")), ResponseCacheKey.fixture(in: .user("u-2")))
        for key in [own, other] { try await services.responses.save(.fixture(), for: key) }
        _ = try await services.auth.logout(account)
        #expect(try await services.responses.responses(for: own).isEmpty)
        #expect(try await services.responses.responses(for: other).count == 1)
    }

    @Test("two accounts with one response cache never get each other's responses")
    func partitions() async throws {
        let transport = MockTransport(
            over: FakeTransport { request in
                let isFirst = request.head.headerFields[.authorization] == "Bearer access-1"
                let user = Wire.user.replacing(#""u-1""#, with: isFirst ? #""u-1""# : #""u-2""#)
                return .data(
                    Data(user.utf8), fields: [.contentType: "application/json", .cacheControl: "max-age=60"])
            })
        let services = try RemoteServicesFixture(over: transport)
        let first = try await services.loggedIn()
        try await services.stores.authSessions.save(.fixture(userID: "u-2", credential: .fixture(2)))
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
        func login(_ error: any Error) async throws -> AuthServiceError? {
            let services = try RemoteServicesFixture(over: MockTransport()) {
                Singleton(.loginExchange) { FailingExchange(error: error) as any LoginExchanging }
            }
            return await #expect(throws: AuthServiceError.self) { try await services.auth.login(credentials) }
        }
        let unauthorized = NetworkError.fixture(.status(HTTPFailure(status: 401, message: "It is locked.")))
        guard case .cancelled = try await login(CancellationError()),
            case .loggedOut = try await login(AuthServiceError.loggedOut),
            case .invalid([invalid]) = try await login(invalid),
            case .specific(let refusal) = try await login(unauthorized),
            case .failed(let failure) = try await login(FailingExchange.LibraryFailure())
        else {
            Issue.record("An error was mapped to another one.")
            return
        }
        #expect(refusal.localizableUserMessage.english == "It is locked.")
        #expect(failure.kind == .unexpected)
        #expect(failure.diagnostic.contains("LibraryFailure"))
    }

    @Test(
        "a login response without a valid user id is rejected, and nothing is stored",
        arguments: [Wire.refresh, Wire.login.replacing("\"u-1\"", with: "\"../admin\"")])
    func oddUser(response: String) async throws {
        let services = try RemoteServicesFixture(over: MockTransport(.json(response)))
        await #expect(throws: AuthServiceError.self) { try await services.auth.login(credentials) }
        #expect(try await services.stores.authSessions.load() == nil)
    }

    @Test("a login that can't be stored fails, and so does a restore that can't be read")
    func failingStore() async throws {
        let error = StoreError.full(path: "/data")
        let services = try RemoteServicesFixture(
            over: MockTransport(.json(Wire.login)), authSessions: MockAuthSessionStore(failingWith: error))
        let failures = [
            await expectFailure(.storage) { try await services.auth.login(credentials) },
            await expectFailure(.storage) { try await services.auth.restore() },
        ]
        for failure in failures { #expect(failure?.userMessage == error.userMessage) }
    }

    @Test("without space for the new tokens no refresh is requested, and the account stays logged in")
    func noSpace() async throws {
        let authSessions = MockAuthSessionStore(over: InMemoryAuthSessionStore(try .fixture())) { call in
            call == .reserveSpace ? .full(path: "/data") : nil
        }
        let transport = MockTransport()
        let services = try RemoteServicesFixture(over: transport, authSessions: authSessions)
        let account = try #require(try await services.auth.restore())
        let error = await expectFailure(.storage) { try await services.auth.refresh(account) }
        #expect(error?.userMessage.contains("The disk with /data is full.") == true)
        #expect(transport.calls.isEmpty)
        #expect(try await authSessions.load() == .fixture())
    }

    @Test("a late refresh of the previous account does not affect a new login")
    func lateRefresh() async throws {
        let services = try RemoteServicesFixture(over: MockTransport())
        let account = try await services.loggedIn()
        let next = try AuthSession.fixture(userID: "u-2")
        try await services.stores.authSessions.save(next)
        try await services.stores.saveNote(of: next.account)
        await expectFailure(.loggedOut) { try await services.auth.refresh(account) }
        #expect(try await services.stores.authSessions.load() == next)
        #expect(try await services.stores.hasNote(of: next.account))
    }

    @Test("a logout that can't remove the tokens reports that, although the session has ended")
    func unremovedAuthSession() async throws {
        let authSessions = MockAuthSessionStore.unwritable(try .fixture(), error: .busy(path: "/data"))
        let services = try RemoteServicesFixture(over: MockTransport(.empty()), authSessions: authSessions)
        let account = try #require(try await services.auth.restore())
        await expectFailure(.storage) { try await services.auth.logout(account) }
        #expect(services.credential(of: account) == nil)
    }
}
