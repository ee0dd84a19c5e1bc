import GraphQL
import Models
public import Networking
public import Persistence
public import Primitives
public import RemoteServices
public import Services

/// The services of RemoteServices over a transport, such as a ``FakeBackend``, as one process of an app uses them.
/// Every request is sent once, so that no retry hides an error.
public struct RemoteServicesFixture: Sendable {
    /// The sessions of the accounts that are logged in.
    public let sessions = AccountSessions()
    /// The client that sends all requests, except those that obtain or refresh a credential.
    public let client: Client
    /// The stores. Two fixtures with the same stores represent two processes of one machine.
    public let stores: AccountStores
    /// The auth service.
    public let auth: RemoteAuthService
    private let hashing: any ContentHashing
    private let identifiers: any IdentifierSource
    let time: any TimeSource
    private let persistedQueries: PersistedQueries

    /// Creates the services. No account is logged in.
    ///
    /// - Parameters:
    ///   - identifiers: generates request ids and the boundaries of forms.
    ///   - hashing: SHA-256, for uploads and persisted queries.
    ///   - monitor: receives the events of every call of ``client``.
    public init(
        over transport: any Transport, at environment: APIEnvironment, stores: AccountStores = .inMemory(),
        time: any TimeSource = ManualClock(), identifiers: any IdentifierSource = SequentialIdentifierSource(),
        hashing: any ContentHashing = FakeHashing(), monitor: any EventMonitor = SilentMonitor()
    ) {
        let (coding, random) = (JSONBodyCoding(), SteadyRandom(0))
        let health = OriginHealth(policy: .never, random: random)
        client = Client(
            environment: environment, coding: coding,
            pipeline: .standard(over: transport, health: health, random: random), time: time, identifiers: identifiers,
            monitor: monitor)
        let tokenEndpointClient = TokenEndpointClient(
            environment: environment, coding: coding, transport: transport, timeout: .seconds(30), time: time,
            identifiers: identifiers)
        auth = RemoteAuthService(
            client: client,
            exchange: BackendLoginExchange(
                client: tokenEndpointClient,
                users: stores.users,  // feature: Users
                time: time),
            refresher: BackendCredentialRefresher(client: tokenEndpointClient, time: time), sessions: sessions,
            authSessions: stores.authSessions, personalData: stores.personalData)
        self.stores = stores
        self.hashing = hashing
        persistedQueries = PersistedQueries(hashing: hashing)
        self.identifiers = identifiers
        self.time = time
    }

    /// The user service of `account`.
    public func users(of account: Account) -> RemoteUserService {
        RemoteUserService(
            account: account, client: client, sessions: sessions, users: stores.users,
            authSessions: stores.authSessions, personalData: stores.personalData)
    }

    /// The upload service of `account`.
    public func uploads(of account: Account, policy: AvatarPolicy = AvatarPolicy()) -> RemoteUploadService {
        RemoteUploadService(
            account: account, client: client, sessions: sessions, users: stores.users, identifiers: identifiers,
            hashing: hashing, policy: policy)
    }

    /// The feedback service of the account that is logged in, or of a guest.
    public var feedback: RemoteFeedbackService { RemoteFeedbackService(client: client, sessions: sessions) }

    /// The book service. Its catalogue is at the root of the same server, without a version.
    public var books: RemoteBookService {
        get throws(InvalidAPIEnvironment) {
            let server = client.environment
            return RemoteBookService(
                client: client.client(
                    for: try APIEnvironment(
                        name: "books", baseURL: server.baseURL, defaultHeaders: server.defaultHeaders)))
        }
    }

    /// The review service of `account`, or of a guest.
    public func reviews(of account: Account?) throws(InvalidAPIEnvironment) -> GraphQLReviewService {
        let server = client.environment
        return GraphQLReviewService(
            account: account,
            client: client.client(
                for: try APIEnvironment(
                    name: "graphql", baseURL: server.baseURL, defaultHeaders: server.defaultHeaders)),
            sessions: sessions, persistedQueries: persistedQueries)
    }

    /// The product service of `account`, or of a guest.
    ///
    /// - Parameter store: stores the listed pages of all accounts.
    public func products(of account: Account?, store: any ProductStore) -> RemoteProductService {
        RemoteProductService(account: account, client: client, sessions: sessions, store: store, time: time)
    }
}

extension FakeBackend {
    /// Creates services that send their requests to this backend.
    public func services(stores: AccountStores = .inMemory()) -> RemoteServicesFixture {
        RemoteServicesFixture(over: self, at: environment, stores: stores, time: time)
    }
}
