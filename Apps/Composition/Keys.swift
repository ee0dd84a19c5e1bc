public import DependencyInjection
public import HTTPCaching
public import Networking
public import Persistence
public import Primitives
public import RemoteServices
import SQLitePersistence
public import Services

extension Key<AppSettings> {
    /// The settings that the app is composed from.
    public static var settings: Self { Self() }
}

extension Key<any TimeSource> {
    /// The clocks.
    public static var time: Self { Self() }
}

extension Key<any IdentifierSource> {
    /// Draws the ids of requests and writes.
    public static var identifiers: Self { Self() }
}

extension Key<any RandomSource> {
    /// Draws the jitter of retries.
    public static var random: Self { Self() }
}

extension Key<any ResponseCacheStorage> {
    /// The cached responses of all users of this app, each user in a separate partition.
    public static var responseCache: Self { Self() }
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
}

extension Key<any UserStore> {
    /// The local copies of users.
    public static var userStore: Self { Self() }
}

extension Key<any AuthSessionStore> {
    /// The stored login.
    public static var authSessionStore: Self { Self() }
}

extension Key<APIEnvironment> {
    /// The address and headers of the backend.
    public static var environment: Self { Self() }
}

extension Key<Client> {
    /// Sends all calls to the backend but those about credentials.
    public static var client: Self { Self() }
}

extension Key<TokenEndpointClient> {
    /// For login: the shorter pipeline, without authentication.
    static var tokenEndpointClient: Self { Self() }
}

extension Key<any CredentialRefreshing> {
    static var refresher: Self { Self() }
}

extension Key<AccountSessions> {
    /// The sessions of the accounts that are logged in.
    public static var sessions: Self { Self() }
}

extension Key<[any PersonalDataStore]> {
    /// Every store that a logout empties.
    static var personalData: Self { Self() }
}

extension Key<any RefreshLock> {
    static var refreshLock: Self { Self() }
}

extension Key<RefreshTasks> {
    /// The token refreshes under way.
    package static var refreshes: Self { Self() }
}

extension Key<any AuthService> {
    /// Login and logout.
    public static var auth: Self { Self() }
}

extension Key<Account> {
    /// The account that a scope begins with.
    public static var account: Self { Self() }
}
