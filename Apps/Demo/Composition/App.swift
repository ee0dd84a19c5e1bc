import DependencyInjection
import Models
import Networking
import Persistence
import Primitives
import Services

/// The running app: what commands ask for services.
struct App: Sendable {
    let settings: AppSettings
    let container: Container
    let refreshes = RefreshTasks()

    /// An app from `assembly`, in which a test replaces what it needs.
    init(
        settings: AppSettings, monitor: any EventMonitor = SilentMonitor(),
        assembly: (Assembly) -> Assembly = { $0 }
    ) throws {
        self.settings = settings
        container = try assembly(Assembly.app(settings, monitor: monitor, refreshes: refreshes)).build()
    }

    /// Puts an app together, lends it to `body`, and takes it down whatever `body` does.
    ///
    /// - Parameter note: shows why the end takes a while.
    static func run<Value: Sendable>(
        _ settings: AppSettings, monitor: any EventMonitor = SilentMonitor(),
        note: @escaping @Sendable (String) -> Void,
        _ body: (App) async throws -> Value
    ) async throws -> Value {
        let app = try App(settings: settings, monitor: monitor)
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(app))
        } catch {
            outcome = .failure(error)
        }
        await app.finishRefreshes(note)
        do {
            try await app.container.shutdown()
        } catch {
            // What went wrong first is what people need to know.
            _ = try outcome.get()
            throw error
        }
        return try outcome.get()
    }

    /// Waits for a token refresh under way, whose response must not be lost, and says so if that takes more than a second.
    private func finishRefreshes(_ note: @escaping @Sendable (String) -> Void) async {
        let time = SystemTimeSource()
        let alarm = time.setAlarm(at: time.uptime + .seconds(1)) {
            note(
                "strata: Waiting for a token refresh to finish, because your login could be lost otherwise. "
                    + "Press Ctrl-C twice to stop anyway.")
        }
        defer { alarm.turnOff() }
        await refreshes.finish()
    }

    /// What the stores call an account.
    func accountID(of account: Account) async throws -> AccountID {
        AccountID(server: try await container.resolve(.environment).origin.description, userID: account.id)
    }

    /// Lends `body` the services of whoever is signed in; throws ``UserServiceError/signedOut`` if nobody is.
    func signedIn<Value: Sendable>(_ body: (Scope, Account) async throws -> Value) async throws -> Value {
        guard let account = try await container.resolve(.auth).restore() else { throw UserServiceError.signedOut }
        return try await signedIn(as: account, body)
    }

    /// Lends `body` the services of `account`.
    func signedIn<Value: Sendable>(
        as account: Account, _ body: (Scope, Account) async throws -> Value
    ) async throws -> Value {
        let scope = try container.beginScope(.seed(.account, account))
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(scope, account))
        } catch {
            outcome = .failure(error)
        }
        do {
            try await scope.end()
        } catch {
            // What went wrong first is what people need to know.
            _ = try outcome.get()
            throw error
        }
        return try outcome.get()
    }
}
