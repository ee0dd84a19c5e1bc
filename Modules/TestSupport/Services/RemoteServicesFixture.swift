import Models
public import Networking
public import Primitives
public import RemoteServices

/// The services of RemoteServices over a transport, such as a ``FakeBackend``, as one process of an app uses them.
/// Every request is sent once, so that no retry hides an error.
public struct RemoteServicesFixture: Sendable {
    /// The client that sends all requests, except those that obtain or refresh a credential.
    public let client: Client
    let local: LocalAccountData
    /// The stores. Two fixtures with the same stores represent two processes of one machine.
    public let stores: AccountStores
    /// The auth service.
    public let auth: RemoteAuthService
    let hashing: any ContentHashing
    let identifiers: any IdentifierSource
    let time: any TimeSource

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
        local = LocalAccountData(authSessions: stores.authSessions, personalData: [stores.records])
        auth = RemoteAuthService(
            client: client,
            exchange: BackendLoginExchange(client: tokenEndpointClient, time: time),
            refresher: BackendCredentialRefresher(client: tokenEndpointClient, time: time), local: local)
        self.stores = stores
        self.hashing = hashing
        self.identifiers = identifiers
        self.time = time
    }

    /// The sessions of the accounts that are logged in.
    public var sessions: AccountSessions { local.sessions }
}

extension FakeBackend {
    /// The login of this backend, for a whole app that runs on it, whatever the app's own login.
    public func loginExchange(client: TokenEndpointClient, time: any TimeSource) -> any LoginExchanging {
        BackendLoginExchange(client: client, time: time)
    }

    /// Creates services that send their requests to this backend.
    public func services(stores: AccountStores = .inMemory()) -> RemoteServicesFixture {
        RemoteServicesFixture(over: self, at: environment, stores: stores, time: time)
    }
}
