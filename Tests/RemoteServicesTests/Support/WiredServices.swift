import Digests
import Foundation
import HTTPCaching
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport

/// The live services over a transport that a test chooses, for responses that a correct backend never sends.
struct WiredServices {
    let authSessions: any AuthSessionStore
    let copies: any UserStore
    let clock = ManualClock()
    let environment: APIEnvironment
    let client: Client
    let tokenEndpointClient: TokenEndpointClient
    let responses = InMemoryResponseCache()
    let sessions = AccountSessions()

    let monitor = MockEventMonitor()

    /// - Parameters:
    ///   - authSessions: in memory unless a test gives another; `copies` then stores nothing.
    ///   - copies: in memory unless a test gives another.
    ///   - outermost: interceptors before all others.
    init(
        over transport: any Transport, authSessions: (any AuthSessionStore)? = nil, copies: (any UserStore)? = nil,
        through outermost: [any Interceptor] = []
    ) throws {
        let inMemory = InMemoryAuthSessionStore()
        self.authSessions = authSessions ?? inMemory
        self.copies = copies ?? InMemoryUserStore(inMemory)
        environment = try .fixture(version: APIVersion(2))
        client = try .fixture(
            transport: transport, interceptors: outermost + [RedirectInterceptor(), AuthenticationInterceptor()],
            environment: environment, coding: JSONBodyCoding(), time: clock, monitor: monitor)
        tokenEndpointClient = try .fixture(
            transport: transport, environment: environment, coding: JSONBodyCoding(), time: clock, monitor: monitor
        )
    }

    var auth: RemoteAuthService {
        RemoteAuthService(
            client: client,
            exchange: BackendLoginExchange(
                client: tokenEndpointClient,
                users: copies,  // feature: Users
                time: clock),
            refresher: BackendCredentialRefresher(client: tokenEndpointClient, time: clock), sessions: sessions,
            authSessions: authSessions, personalData: personalData)
    }

    var personalData: [any PersonalDataStore] { [copies, CachedResponses(responses)] }

    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    func users(of account: Account) -> RemoteUserService {
        RemoteUserService(
            account: account, client: client, sessions: sessions, users: copies, authSessions: authSessions,
            personalData: personalData)
    }

    func uploads(of account: Account, policy: AvatarPolicy = AvatarPolicy()) -> RemoteUploadService {
        RemoteUploadService(
            account: account, client: client, sessions: sessions, users: copies,
            identifiers: SequentialIdentifierSource(), hashing: SHA256Hashing(), policy: policy)
    }

    var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }

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

    struct NobodyRestored: Error {}
}
