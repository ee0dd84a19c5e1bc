import DependencyInjection
import NIOTransport
import Networking
import Persistence
import Primitives
import RemoteServices
import SQLitePersistence
import Services

extension Key<AppSettings> {
    static var settings: Self { Self() }
}

extension Key<any TimeSource> {
    static var time: Self { Self() }
}

extension Key<any IdentifierSource> {
    static var identifiers: Self { Self() }
}

extension Key<any RandomSource> {
    static var random: Self { Self() }
}

extension Key<any ResponseCacheStorage> {
    static var responseCache: Self { Self() }
}

extension Key<ChainParts> {
    static var chainParts: Self { Self() }
}

extension Key<Pipeline> {
    static var pipeline: Self { Self() }
}

extension Key<any EventMonitor> {
    static var monitor: Self { Self() }
}

extension Key<any Transport> {
    static var transport: Self { Self() }
}

extension Key<SQLiteDatabase> {
    static var database: Self { Self() }
}

extension Key<any UserStore> {
    static var userStore: Self { Self() }
}

extension Key<any SignInStore> {
    static var signInStore: Self { Self() }
}

extension Key<Environment> {
    static var environment: Self { Self() }
}

extension Key<Client> {
    /// For all calls of the app.
    static var client: Self { Self() }
}

extension Key<CredentialClient> {
    /// For logging in: the shorter chain, without authentication.
    static var credentialClient: Self { Self() }
}

extension Key<any CredentialRefreshing> {
    static var refresher: Self { Self() }
}

extension Key<AccountSessions> {
    static var sessions: Self { Self() }
}

extension Key<[any PersonalDataStore]> {
    /// Every store that a logout empties.
    static var personalData: Self { Self() }
}

extension Key<any RefreshLock> {
    static var refreshLock: Self { Self() }
}

extension Key<RefreshTasks> {
    static var refreshes: Self { Self() }
}

extension Key<any AuthService> {
    static var auth: Self { Self() }
}

extension Key<Account> {
    static var account: Self { Self() }
}

extension Key<any UserService> {
    static var users: Self { Self() }
}

extension Key<any UploadService> {
    static var uploads: Self { Self() }
}
