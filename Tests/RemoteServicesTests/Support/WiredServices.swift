import Digests
import Foundation
import HTTPCaching
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Synchronization
import TestSupport

/// The live services over a transport that a test chooses, for responses that a correct backend never sends.
struct WiredServices {
    let authSessions: any AuthSessionStore
    let items = ItemStore()
    let clock = ManualClock()
    let environment: APIEnvironment
    let client: Client
    let tokenEndpointClient: TokenEndpointClient
    let responses = InMemoryResponseCache()
    let sessions = AccountSessions()
    let monitor = MockEventMonitor()

    /// The stores are in memory unless a test gives others.
    ///
    /// - Parameter outermost: interceptors before all others.
    init(
        over transport: any Transport,
        authSessions: (any AuthSessionStore)? = nil,
        through outermost: [any Interceptor] = []
    ) throws {
        self.authSessions = authSessions ?? InMemoryAuthSessionStore()
        environment = try .fixture(version: APIVersion(2))
        client = try .fixture(
            transport: transport, interceptors: outermost + [RedirectInterceptor(), AuthenticationInterceptor()],
            environment: environment, coding: JSONBodyCoding(), time: clock, monitor: monitor)
        tokenEndpointClient = try .fixture(
            transport: transport, environment: environment, coding: JSONBodyCoding(), time: clock, monitor: monitor
        )
    }

    var auth: RemoteAuthService { auth(exchange) }

    var exchange: BackendLoginExchange {
        BackendLoginExchange(client: tokenEndpointClient, time: clock)
    }

    /// The auth service of another backend.
    ///
    /// - Parameter personalData: the stores that a logout empties; `nil` for ``personalData``.
    func auth(_ exchange: any LoginExchanging, personalData: [any PersonalDataStore]? = nil) -> RemoteAuthService {
        RemoteAuthService(
            client: client, exchange: exchange,
            refresher: BackendCredentialRefresher(client: tokenEndpointClient, time: clock),
            local: local(personalData))
    }

    func users(of account: Account) -> RemoteUserService {
        RemoteUserService(
            account: account, session: sessions.session(of: account, on: client),
            admin: sessions.session(Admin.self, of: account, on: client), local: local())
    }

    func uploads(of account: Account) -> RemoteUploadService {
        RemoteUploadService(
            session: sessions.session(of: account, on: client), identifiers: SequentialIdentifierSource(),
            hashing: SHA256Hashing())
    }

    private func local(_ personalData: [any PersonalDataStore]? = nil) -> LocalAccountData {
        LocalAccountData(
            sessions: sessions, authSessions: authSessions, personalData: personalData ?? self.personalData)
    }

    var personalData: [any PersonalDataStore] { [items, CachedResponses(responses)] }

    /// Sends an authenticated call.
    func ownID(of account: Account) async throws(AuthServiceError) -> UserID {
        try await sessions.ownID(of: account, on: client)
    }

    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    /// An account that is logged in, with the fixtures' first tokens.
    func loggedIn(userID: String = "u-1", role: Role = .member) async throws -> Account {
        try await authSessions.save(.fixture(userID: userID, role: role))
        guard let account = try await auth.restore() else { throw NobodyRestored() }
        return account
    }

    /// The reasons of all ``CallEvent/Kind/localCopyNotUpdated(reason:)`` so far.
    var localCopyFailures: [String] {
        monitor.events.compactMap { if case .localCopyNotUpdated(let reason) = $0.kind { reason } else { nil } }
    }

    private struct NobodyRestored: Error {}
}

/// Personal data that only these tests store: texts of an account. It fails if it was made with an error.
final class ItemStore: PersonalDataStore {
    private let items = Mutex<[AccountID: [String]]>([:])
    private let error: StoreError?

    init(failingWith error: StoreError? = nil) {
        self.error = error
    }

    func save(_ items: [String], of account: AccountID) { self.items.withLock { $0[account] = items } }

    func items(of account: AccountID) -> [String] { items.withLock { $0[account] ?? [] } }

    func removeAll(of account: AccountID) async throws(StoreError) {
        if let error { throw error }
        items.withLock { $0[account] = nil }
    }
}

extension MockAuthSessionStore {
    /// A store that can only be read: the disk filled up during a refresh.
    static func unwritable(_ authSession: AuthSession, error: StoreError) -> MockAuthSessionStore {
        MockAuthSessionStore(
            load: .value(authSession), save: .error(error), replaceTokens: .error(error), clear: .error(error))
    }
}
