public import DependencyInjection
public import HTTPCaching
public import Networking
public import Persistence
public import Primitives
public import RemoteServices
import SQLitePersistence
public import Services

extension Key<AppSettings> {
    /// The settings of the app.
    public static var settings: Self { Self() }
}

extension Key<any TimeSource> {
    /// The clocks and timers that all values use.
    public static var time: Self { Self() }
}

extension Key<any IdentifierSource> {
    /// Generates request ids, idempotency keys and the boundaries of forms.
    public static var identifiers: Self { Self() }
}

extension Key<any RandomSource> {
    /// Generates the jitter of retries.
    public static var random: Self { Self() }
}

extension Key<any ResponseCacheStorage> {
    /// The cached responses of all users of this app, each user in a separate partition.
    public static var responseCache: Self { Self() }
}

extension Key<ClientFactory> {
    /// Makes the clients and credentials of other APIs.
    public static var clientFactory: Self { Self() }
}

extension Key<ChainParts> {
    static var chainParts: Self { Self() }
}

extension Key<Pipeline> {
    static var pipeline: Self { Self() }
}

extension Key<any EventMonitor> {
    /// Receives the events of every call.
    public static var monitor: Self { Self() }
}

extension Key<any Transport> {
    /// Sends every request of the app.
    public static var transport: Self { Self() }
}

extension Key<SQLiteDatabase> {
    static var database: Self { Self() }
    static var cache: Self { Self() }
}

extension Key<any OutboxStore> {
    /// Stores the changes that are not sent yet.
    public static var outboxStore: Self { Self() }
}

extension Key<Outbox> {
    /// Sends the changes of the scope's account.
    public static var outbox: Self { Self() }

    /// Sends the changes that were made without a login.
    public static var guestOutbox: Self { Self() }
}

extension Key<any RecordStorage> {
    /// Stores on this machine what the server has sent.
    public static var records: Self { Self() }
}

extension Key<any AuthSessionStore> {
    /// Stores the auth session.
    public static var authSessionStore: Self { Self() }
}

extension Key<APIEnvironment> {
    /// The address and headers of the backend.
    public static var environment: Self { Self() }
}

extension Key<Client> {
    /// Sends all calls to the backend except logins and token refreshes.
    public static var client: Self { Self() }
}

extension Key<Client> {
    /// Sends the changes of the outbox, each request once.
    static var outboxClient: Self { Self() }
}

extension Key<TokenEndpointClient> {
    /// Sends the logins, through a short pipeline without authentication.
    public static var tokenEndpointClient: Self { Self() }
}

extension Key<any LoginExchanging> {
    /// Exchanges credentials for tokens, in the backend's protocol.
    public static var loginExchange: Self { Self() }
}

extension Key<any CredentialRefreshing> {
    /// Exchanges refresh tokens for new tokens, in the backend's protocol.
    public static var refresher: Self { Self() }
}

extension Key<LocalAccountData> {
    /// The sessions of the accounts that are logged in, and every store that a logout empties.
    public static var localAccountData: Self { Self() }
}

extension Key<Session<Member>> {
    /// Sends the calls of the scope's account to the backend.
    public static var session: Self { Self() }
}

extension Key<Session<Admin>?> {
    /// Sends the calls of the scope's account to the backend, if it is an administrator's.
    public static var adminSession: Self { Self() }
}

extension Key<any RefreshLock> {
    static var refreshLock: Self { Self() }
    static var outboxLock: Self { Self() }
}

extension Key<RefreshTasks> {
    /// The running token refreshes.
    package static var refreshes: Self { Self() }
}

extension Key<any AuthService> {
    /// Logs users in and out.
    public static var auth: Self { Self() }
}

extension Key<Account> {
    /// The account of a scope: a seed that ``DependencyInjection/Container/beginScope(_:fileID:line:)`` requires.
    public static var account: Self { Self() }
}
