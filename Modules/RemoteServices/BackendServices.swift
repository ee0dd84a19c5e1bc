public import Foundation
import Models
public import Networking
import Persistence
public import Primitives
public import Services
public import Transfers

/// Every service of an app with one backend. Its own properties are the services of guests; ``account(_:)`` returns the
/// services of an account.
///
/// A feature adds its services in its folder, as a property of this type, of ``AccountBackend`` or of both. A service that
/// keeps something between its calls is a stored property here.
public struct BackendServices: Sendable {
    /// Logs users in and out.
    public let auth: any AuthService
    /// Sends the calls to the backend.
    public let client: Client
    /// The sessions of the accounts that are logged in.
    public let sessions: AccountSessions
    /// What this machine stores.
    public let stores: AppStores
    /// Sends the changes that were made without a login.
    public let guestOutbox: Outbox
    /// The clocks and timers of all services.
    public let time: any TimeSource
    /// Generates request ids, idempotency keys and the boundaries of forms.
    public let identifiers: any IdentifierSource
    let random: any RandomSource
    let hashing: any ContentHashing
    let defaultHeaders: [HeaderField]
    /// The retries and the time limit of a download.
    let downloads: TransferPolicy
    let local: LocalAccountData
    let outboxClient: Client
    let keyLifetime: Duration
    public let books: RemoteBookService  // Keeps a client of its own.
    public let reviews: GraphQLReviewService  // Keeps the hashes of its queries.

    /// What the app changes through the outbox: the account's profile, and what the features change. Each line ends
    /// with a comma.
    // swift-format-ignore
    static var outboxKinds: [OutboxKind] {
        [
            .profile,
            .feedback,
            .timeEntries,
        ]
    }

    /// - Parameters:
    ///   - client: calls the backend. Its pipeline must authenticate.
    ///   - outboxClient: the same client without retries, because the outbox decides when a change is sent again.
    ///   - keyLifetime: how long the backend recognizes a repeated request by its Idempotency-Key; zero if it never does.
    ///   - exchange: logs in and out in the backend's protocol.
    ///   - refresher: refreshes credentials. Its pipeline must not authenticate.
    ///   - refreshes: the running refreshes. Call its `RefreshTasks.finish()` before the app exits.
    ///   - defaultHeaders: the header fields of every request to a server other than the backend.
    ///   - furtherURLs: the addresses of further APIs. The default of each is the backend's address.
    ///   - hashing: SHA-256.
    ///
    /// Throws if a further address is unsuitable.
    public init(
        client: Client, outboxClient: Client, keyLifetime: Duration, exchange: any LoginExchanging,
        refresher: any CredentialRefreshing, stores: AppStores, refreshes: RefreshTasks = RefreshTasks(),
        defaultHeaders: [HeaderField] = [], furtherURLs: [FurtherAPI: URL] = [:],
        downloads: TransferPolicy = TransferPolicy(),
        time: any TimeSource = SystemTimeSource(), random: any RandomSource = SystemRandomSource(),
        identifiers: any IdentifierSource = RandomIdentifierSource(), hashing: any ContentHashing
    ) throws(InvalidAPIEnvironment) {
        self.client = client
        self.outboxClient = outboxClient
        self.keyLifetime = keyLifetime
        self.stores = stores
        self.defaultHeaders = defaultHeaders
        self.downloads = downloads
        self.time = time
        self.random = random
        self.identifiers = identifiers
        self.hashing = hashing
        local = LocalAccountData(authSessions: stores.authSessions, personalData: stores.personalData)
        sessions = local.sessions
        auth = RemoteAuthService(
            client: client, exchange: exchange, refresher: refresher, local: local, refreshLock: stores.refreshLock,
            refreshes: refreshes, identifiers: identifiers)
        guestOutbox = Outbox(
            of: .everyone(server: client.environment.origin.description),
            session: outboxClient.session(for: Guest.self), store: stores.outbox, kinds: Self.outboxKinds,
            records: stores.records, lock: stores.outboxLock, keyLifetime: keyLifetime, time: time, random: random,
            identifiers: identifiers)
        books = try RemoteBookService(beside: client, at: furtherURLs, defaultHeaders, downloads: downloads)
        reviews = try GraphQLReviewService(beside: client, defaultHeaders, hashing: hashing)
    }

    /// The services of `account`. Make them once for each login: each value has its own ``AccountBackend/outbox``.
    public func account(_ account: Account) -> AccountBackend { AccountBackend(account, at: self) }
}

/// Every service of one account on a backend.
public struct AccountBackend: Sendable {
    /// Whose services these are.
    public let account: Account
    /// Sends the calls of the account.
    public let session: Session<Member>
    /// Sends the calls of an administrator; `nil` if the account has another role.
    public let admin: Session<Admin>?
    /// Sends the changes of the account.
    public let outbox: Outbox
    let backend: BackendServices
    /// Whether the login that the calls belong to is still open.
    let isOpen: @Sendable () -> Bool
    public let reviews: GraphQLReviewService

    fileprivate init(_ account: Account, at backend: BackendServices) {
        self.account = account
        self.backend = backend
        let credentialProvider = backend.sessions.credentialProvider(of: account)
        isOpen = { credentialProvider?.credential != nil }
        session = backend.sessions.session(of: account, on: backend.client)
        admin = backend.sessions.session(Admin.self, of: account, on: backend.client)
        outbox = Outbox(
            of: .account(account.id(at: session)),
            session: backend.sessions.session(of: account, on: backend.outboxClient), store: backend.stores.outbox,
            kinds: BackendServices.outboxKinds, records: backend.stores.records, lock: backend.stores.outboxLock,
            keyLifetime: backend.keyLifetime, time: backend.time, random: backend.random,
            identifiers: backend.identifiers)
        reviews = backend.reviews.writing(as: account, of: backend.sessions)
    }
}
