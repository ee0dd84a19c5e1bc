public import DependencyInjection
public import Models
public import Networking
public import Persistence
public import Primitives
public import RemoteServices
public import Services

/// A composed app: its services as values, and the operations that every app needs.
///
/// ```swift
/// let app = try await ComposedApp.open(AppSettings(baseURL: url, dataDirectory: folder))
/// let account = try await app.auth.login(credentials)
/// let me = try await app.loggedIn { services, _ in try await services.users.me() }
/// ```
///
/// The services of guests are properties of this type, those of an account are properties of ``AccountServices``.
public struct ComposedApp: Sendable {
    /// The settings that the app was composed from.
    public let settings: AppSettings
    package let container: Container
    /// Logs users in and out.
    public let auth: any AuthService
    /// Makes the clients and credentials of other APIs.
    public let clients: ClientFactory
    let backend: BackendServices
    private let refreshes: RefreshTasks

    /// Composes an app on open stores, which ``shutdown(onSlowRefresh:)`` closes. Throws if the settings can't be used.
    ///
    /// - Parameters:
    ///   - monitor: receives the events of every call.
    ///   - assembly: adds registrations to those of the app, or replaces some of them.
    public init(
        _ settings: AppSettings, stores: AppStores, monitor: any EventMonitor = SilentMonitor(),
        assembly: (Assembly) -> Assembly = { $0 }
    ) throws {
        self.settings = settings
        refreshes = RefreshTasks()
        let container = try assembly(
            Assembly.app(settings, stores: stores, monitor: monitor, refreshes: refreshes)
        ).build()
        (clients, backend, auth) = try creating { () throws(ResolutionError) in
            (
                try container.resolve(.clientFactory), try container.resolve(.backend), try container.resolve(.auth)
            )
        }
        self.container = container
    }

    /// Opens the stores of the settings and composes an app on them.
    ///
    /// - Parameters:
    ///   - monitor: receives the events of every call.
    ///   - assembly: adds registrations to those of the app, or replaces some of them.
    public static func open(
        _ settings: AppSettings, monitor: any EventMonitor = SilentMonitor(),
        assembly: (Assembly) -> Assembly = { $0 }
    ) async throws -> ComposedApp {
        // If the composition fails, the stores close when they are released.
        try ComposedApp(settings, stores: await AppStores.open(settings), monitor: monitor, assembly: assembly)
    }

    /// Opens an app, runs `body` with it, and shuts it down.
    ///
    /// - Parameters:
    ///   - monitor: receives the events of every call.
    ///   - assembly: adds registrations to those of the app, or replaces some of them.
    ///   - onSlowRefresh: called if the app waits for a token refresh for more than a second before it shuts down.
    public static func run<Value: Sendable>(
        _ settings: AppSettings, monitor: any EventMonitor = SilentMonitor(),
        assembly: (Assembly) -> Assembly = { $0 }, onSlowRefresh: @escaping @Sendable () -> Void = {},
        _ body: (ComposedApp) async throws -> Value
    ) async throws -> Value {
        let app = try await ComposedApp.open(settings, monitor: monitor, assembly: assembly)
        return try await withCleanup {
            try await body(app)
        } cleanup: {
            try await app.shutdown(onSlowRefresh: onSlowRefresh)
        }
    }

    /// Waits for a running token refresh, and ends all values. ``run(_:monitor:assembly:onSlowRefresh:_:)`` calls this
    /// method.
    public func shutdown(onSlowRefresh: @escaping @Sendable () -> Void = {}) async throws {
        await finishRefreshes(onSlowRefresh)
        try await container.shutdown()
    }

    /// Waits for a running token refresh: if its response is lost, so is the login.
    private func finishRefreshes(_ onSlowRefresh: @escaping @Sendable () -> Void) async {
        let time = SystemTimeSource()
        let timer = time.setTimer(at: time.monotonicTime + .seconds(1), onSlowRefresh)
        defer { timer.cancel() }
        await refreshes.finish()
    }

    /// The server of a stored login at another server, which the next login would replace; `nil` if there is none.
    public func serverOfOtherLogin() async throws -> String? {
        let session = try await backend.stores.authSessions.load()
        return session?.server == server ? nil : session?.server
    }

    /// The account whose session ended last without a logout, with the number of its unsent changes; `nil` if there is none.
    public func endedAccount() async throws -> (user: UserID, unsentChanges: Int)? {
        let stores = backend.stores
        guard let account = try await stores.authSessions.endedAccount(at: server) else { return nil }
        return (account.userID, try await stores.outbox.entries(of: .account(account)).count)
    }

    /// Runs `body` with the services of the account that is logged in; throws `AuthServiceError.loggedOut` without a
    /// login.
    public func loggedIn<Value: Sendable>(
        _ body: (AccountServices, Account) async throws -> Value
    ) async throws -> Value {
        guard let account = try await auth.restore() else { throw AuthServiceError.loggedOut }
        return try await loggedIn(as: account, body)
    }

    /// Runs `body` with the services of `account`.
    public func loggedIn<Value: Sendable>(
        as account: Account, _ body: (AccountServices, Account) async throws -> Value
    ) async throws -> Value {
        let services = try open(account)
        return try await withCleanup {
            try await body(services, account)
        } cleanup: {
            try await services.end()
        }
    }

    /// The services of `account`, for a screen that outlives a closure. Call ``AccountServices/end()`` afterwards.
    public func open(_ account: Account) throws -> AccountServices {
        let scope = try container.beginScope(.seed(.account, account))
        return AccountServices(
            scope: scope, backend: try creating { () throws(ResolutionError) in try scope.resolve(.services) })
    }

    /// The value of a registration that the app's own assembly adds. Hand it on as a property, like the services: commands and
    /// screens must not resolve.
    package func value<Value>(_ key: Key<Value>) throws -> Value {
        try creating { () throws(ResolutionError) in try container.resolve(key) }
    }
}

/// The services of one account, as values.
public struct AccountServices: Sendable {
    private let scope: Scope
    let backend: AccountBackend

    fileprivate init(scope: Scope, backend: AccountBackend) {
        self.scope = scope
        self.backend = backend
    }

    /// Shuts down what was created for the account.
    public func end() async throws {
        try await scope.end()
    }

    /// The value of a registration that the app's own assembly adds for an account.
    package func value<Value>(_ key: Key<Value>) throws -> Value {
        try creating { () throws(ResolutionError) in try scope.resolve(key) }
    }
}

/// If a value can't be created, throws the original error, without the container's error around it.
private func creating<Value>(_ create: () throws(ResolutionError) -> Value) throws -> Value {
    do throws(ResolutionError) {
        return try create()
    } catch {
        if case .creationFailed(_, _, let underlying) = error { throw underlying }
        throw error
    }
}

extension ComposedApp {
    /// The clocks and timers that all values but the stores use.
    public var time: any TimeSource { backend.time }
    /// Generates request ids, idempotency keys and the boundaries of forms.
    public var identifiers: any IdentifierSource { backend.identifiers }
    /// Sends every request of the app.
    public var transport: any Transport { clients.transport }
    /// Stores on this machine what the server has sent.
    public var records: any RecordStorage { backend.stores.records }
    /// Whether everything that the app stores ends with the app.
    public var storesNothing: Bool { backend.stores.isInMemory }
    /// The backend's origin, the `server` of its accounts.
    public var server: String { backend.client.environment.origin.description }

    /// The session of an account that is logged in, for endpoints without a service.
    ///
    /// - Parameter client: sends the calls; the backend's by default.
    public func session(of account: Account, on client: Client? = nil) -> Session<Member> {
        backend.sessions.session(of: account, on: client ?? backend.client)
    }

    /// The dependency graph of an app with these settings. Creates none of its values.
    public static func graph(_ settings: AppSettings) -> DependencyGraph {
        DependencyGraph(Assembly.app(settings, stores: .inMemory()).graph)
    }
}

/// The registrations of an app and what each needs.
public struct DependencyGraph: Sendable {
    public struct Node: Sendable {
        public let key: String
        public let lifetime: String
        public let needs: [String]
    }

    public let nodes: [Node]
    /// The graph as a Mermaid chart.
    public let mermaid: String

    fileprivate init(_ graph: Graph) {
        mermaid = graph.mermaid
        nodes = graph.nodes.map { node in
            Node(key: "\(node.key)", lifetime: "\(node.lifetime)", needs: node.needs.map { "\($0)" })
        }
    }
}

extension ComposedApp {
    /// A client for another API, with the app's transport, limits and cache.
    ///
    /// The parameters are those of ``ClientFactory/client(for:authentication:partition:innermost:publicQueryNames:)``.
    /// A registration of the container needs `.clientFactory` instead.
    public func client(
        for environment: Networking.APIEnvironment, authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app, innermost: [any Interceptor] = [],
        publicQueryNames: PublicQueryNames? = nil
    ) -> Client {
        clients.client(
            for: environment, authentication: authentication, partition: partition, innermost: innermost,
            publicQueryNames: publicQueryNames)
    }
}

/// Runs `body` and then `cleanup`, even if `body` throws. If both throw, the error of `body` is thrown, because it came
/// first.
func withCleanup<Value: Sendable>(
    _ body: () async throws -> Value, cleanup: () async throws -> Void
) async throws -> Value {
    let outcome: Result<Value, any Error>
    do {
        outcome = .success(try await body())
    } catch {
        outcome = .failure(error)
    }
    do {
        try await cleanup()
    } catch {
        _ = try outcome.get()
        throw error
    }
    return try outcome.get()
}
