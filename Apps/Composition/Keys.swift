public import DependencyInjection
public import Networking
public import Primitives
public import RemoteServices
public import Services
public import Transfers

extension Key<any TimeSource> {
    /// The clocks and timers that all values but the stores use. `AppStores.open` has opened the stores with its own.
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

extension Key<AppStores> {
    /// Every store of the app, open. To use others, pass them to `ComposedApp`: an override would leave these open.
    public static var stores: Self { Self() }
}

extension Key<any Transport> {
    /// Sends every request of the app.
    public static var transport: Self { Self() }
}

extension Key<APIEnvironment> {
    /// The address and headers of the backend.
    public static var environment: Self { Self() }
}

extension Key<ClientFactory> {
    /// Makes the clients and credentials of other APIs.
    public static var clientFactory: Self { Self() }
}

extension Key<Client> {
    /// Sends all calls to the backend except logins and token refreshes.
    public static var client: Self { Self() }
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

extension Key<BackendServices> {
    /// Makes every service of guests and of an account.
    public static var backend: Self { Self() }
}

extension Key<any AuthService> {
    /// Logs users in and out.
    public static var auth: Self { Self() }
}

extension Key<Account> {
    /// The account of a scope: a seed that ``DependencyInjection/Container/beginScope(_:fileID:line:)`` requires.
    public static var account: Self { Self() }
}

extension Key<AccountBackend> {
    /// Every service of the scope's account.
    public static var services: Self { Self() }
}

extension Key<any BackgroundTransfers> {
    /// Transfers that outlive the app, as the account that is logged in may see them. Only a session of the kind
    /// `SessionKind.background` has them.
    public static var transfers: Self { Self() }
}
