public import DependencyInjection
public import Networking
import Persistence
import Primitives
public import Services

/// A composed app: its container, and the operations that every app needs.
///
/// ```swift
/// let app = try ComposedApp(AppSettings(baseURL: url, dataDirectory: folder))
/// let account = try await app.container.resolve(.auth).login(credentials)
/// try await app.loggedIn { scope, account in print(account.role) }
/// ```
public struct ComposedApp: Sendable {
    /// The settings that the app was composed from.
    public let settings: AppSettings
    /// The container of the app's values. Each value is created when it is first needed.
    public let container: Container
    private let refreshes = RefreshTasks()

    /// Composes an app. No value is created yet.
    ///
    /// - Parameters:
    ///   - monitor: receives the events of every call.
    ///   - assembly: adds registrations to those of the app, or replaces some of them.
    public init(
        _ settings: AppSettings, monitor: any EventMonitor = SilentMonitor(),
        assembly: (Assembly) -> Assembly = { $0 }
    ) throws(InvalidAssembly) {
        self.settings = settings
        container = try assembly(Assembly.app(settings, monitor: monitor, refreshes: refreshes)).build()
    }

    /// Composes an app, runs `body` with it, and shuts it down.
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
        let app = try ComposedApp(settings, monitor: monitor, assembly: assembly)
        return try await withCleanup {
            try await body(app)
        } cleanup: {
            await app.finishRefreshes(onSlowRefresh)
            try await app.container.shutdown()
        }
    }

    /// Waits for a running token refresh: if its response is lost, so is the login.
    private func finishRefreshes(_ onSlowRefresh: @escaping @Sendable () -> Void) async {
        let time = SystemTimeSource()
        let timer = time.setTimer(at: time.monotonicTime + .seconds(1), onSlowRefresh)
        defer { timer.cancel() }
        await refreshes.finish()
    }

    /// The server of a stored login that the next login would replace, because it is another server; `nil` if there is
    /// none.
    public func serverOfOtherLogin() async throws -> String? {
        let session = try await container.resolve(.authSessionStore).load()
        let server = try await container.resolve(.environment).origin.description
        return session?.server == server ? nil : session?.server
    }

    /// Runs `body` with the services of the account that is logged in; throws `AuthServiceError.loggedOut` without a
    /// login.
    public func loggedIn<Value: Sendable>(_ body: (Scope, Account) async throws -> Value) async throws -> Value {
        guard let account = try await container.resolve(.auth).restore() else { throw AuthServiceError.loggedOut }
        return try await loggedIn(as: account, body)
    }

    /// Runs `body` with the services of `account`.
    public func loggedIn<Value: Sendable>(
        as account: Account, _ body: (Scope, Account) async throws -> Value
    ) async throws -> Value {
        let scope = try container.beginScope(.seed(.account, account))
        return try await withCleanup {
            try await body(scope, account)
        } cleanup: {
            try await scope.end()
        }
    }
}
