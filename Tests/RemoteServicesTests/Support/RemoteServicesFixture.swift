import ContractSuites
import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPCaching
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport

@testable import Composition

/// The services as one process of the app uses them, over a transport that a test chooses: the object graph of
/// Composition with doubles at its edges. Every request is sent once, so that no retry hides an error.
struct RemoteServicesFixture: Sendable {
    let app: ComposedApp
    /// Two fixtures with the same stores represent two processes of one machine.
    let stores: AccountStores
    let clock = ManualClock()
    /// Receives the events of every call.
    let monitor = MockEventMonitor()
    let responses = InMemoryResponseCache()
    let client: Client
    let sessions: AccountSessions
    let auth: any AuthService

    /// Composes the services. No account is logged in.
    ///
    /// - Parameters:
    ///   - environment: `https://api.example.com` by default.
    ///   - records: those of `stores` by default.
    ///   - time: ``clock`` by default.
    ///   - replacing: registrations in place of the app's own.
    init(
        over transport: any Transport, at environment: APIEnvironment? = nil, stores: AccountStores = .inMemory(),
        records: (any RecordStorage)? = nil, time: (any TimeSource)? = nil,
        @AssemblyBuilder replacing: () -> Assembly = { Assembly {} }
    ) throws {
        let environment = try environment ?? .fixture(version: APIVersion(2))
        var settings = AppSettings(
            baseURL: environment.baseURL, dataDirectory: URL(filePath: "/nowhere", directoryHint: .isDirectory))
        settings.session = .ephemeral
        settings.retries = 0
        // That of FakeBackend. The app's own server may have none.
        settings.idempotencyKeyLifetime = .seconds(24 * 60 * 60)
        let time = time ?? clock
        let opened = AppStores(
            authSessions: stores.authSessions, records: records ?? stores.records, outbox: stores.outbox,
            responses: responses, outboxLock: stores.outboxLock)
        app = try ComposedApp(settings, stores: opened, monitor: monitor) { assembly in
            assembly.overriding {
                Singleton(.transport) { transport }
                Singleton(.time) { time }
                Singleton(.identifiers) { SequentialIdentifierSource() as any IdentifierSource }
                Singleton(.random) { SteadyRandom(0) as any RandomSource }
                // The app's address and login may be those of any server.
                Singleton(.environment) { environment }
                Singleton(.loginExchange, needs: .tokenEndpointClient, .time) { client, time in
                    BackendLoginExchange(client: client, time: time) as any LoginExchanging
                }
                Singleton(.refresher, needs: .environment, .clientFactory, .time) { environment, clients, time in
                    BackendCredentialRefresher(client: clients.tokenEndpointClient(for: environment), time: time)
                        as any CredentialRefreshing
                }
            }
            .overriding(replacing)
        }
        self.stores = stores
        client = try app.value(.client)
        sessions = try app.value(.backend).sessions
        auth = app.auth
    }

    /// The same, with another store of auth sessions.
    init(over transport: any Transport, authSessions: any AuthSessionStore) throws {
        try self.init(over: transport, stores: AccountStores.inMemory().replacing(authSessions))
    }

    /// The services of `account`.
    func open(_ account: Account) throws -> AccountServices { try app.open(account) }

    /// An account that is logged in, with the fixtures' first tokens.
    func loggedIn(userID: String = "u-1", role: Role = .member) async throws -> Account {
        try await stores.authSessions.save(.fixture(userID: userID, role: role))
        guard let account = try await auth.restore() else { throw NoStoredAccount() }
        return account
    }

    /// Sends an authenticated call.
    func ownID(of account: Account) async throws(AuthServiceError) -> UserID {
        try await sessions.ownID(of: account, on: client)
    }

    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    /// The reasons of all ``LocalCopyNotUpdated`` so far.
    var localCopyFailures: [String] {
        monitor.events.compactMap { event in
            guard case .custom(let event) = event.kind else { return nil }
            return (event.base as? LocalCopyNotUpdated)?.reason
        }
    }

    private struct NoStoredAccount: Error {}
}

extension ContractBackend {
    /// The services of a new process.
    ///
    /// - Parameter stores: those of the machine. By default, each process has its own.
    func services(stores: AccountStores = .inMemory()) throws -> RemoteServicesFixture {
        try RemoteServicesFixture(over: transport, at: environment, stores: stores, time: time)
    }

    /// The services of a new process, which logs an account in.
    func services(
        of account: KnownAccount, stores: AccountStores = .inMemory()
    ) async throws -> (RemoteServicesFixture, Account) {
        let services = try services(stores: stores)
        return (services, try await services.auth.login(account.credentials))
    }
}

extension AccountStores {
    /// Stores a note of `account`, as any service stores what it has fetched.
    func saveNote(of account: AccountID) async throws {
        let note = StoredRecord(id: "note", json: Data("{}".utf8), fetchedAt: .distantPast)
        try await records.save(
            note, in: RecordCollection("notes", of: .account(account)), ifStill: nil)
    }

    func hasNote(of account: AccountID) async throws -> Bool {
        try await records.record("note", of: RecordCollection("notes", of: .account(account))) != nil
    }
}

extension MockAuthSessionStore {
    /// A store whose every call but the reservation of space throws `error`.
    convenience init(failingWith error: StoreError) {
        self.init { $0 == .reserveSpace ? nil : error }
    }

    /// A store that can only be read: the disk filled up during a refresh.
    static func unwritable(_ authSession: AuthSession, error: StoreError) -> MockAuthSessionStore {
        MockAuthSessionStore(over: InMemoryAuthSessionStore(authSession)) { call in
            [.load, .reserveSpace].contains(call) ? nil : error
        }
    }
}
