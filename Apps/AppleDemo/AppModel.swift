import Composition
import DependencyInjection
import Models
import Observation
import Presentation
import Services

/// Chooses the screen that the app shows.
@MainActor
@Observable
final class AppModel {
    enum Screen {
        case starting
        case login(LoginViewModel)
        case timeEntries(TimeEntriesViewModel)
        case failed(String)
    }

    private(set) var screen = Screen.starting

    private let compose: () throws -> ComposedApp
    private var app: ComposedApp?
    private var login: (account: Account, scope: Scope)?
    /// The step that led to ``Screen/failed(_:)``.
    private var failedStep: (() async throws -> Screen)?

    /// - Parameter compose: composes the app at the start.
    init(_ compose: @escaping () throws -> ComposedApp) {
        self.compose = compose
    }

    /// Shows the time entries of the stored account, or the login screen if there is none.
    func start() async {
        await show {
            let app = try self.app ?? compose()
            self.app = app
            let auth = try await app.container.resolve(.auth)
            guard let account = try await auth.restore() else { return .login(LoginViewModel(auth: auth)) }
            return try await timeEntries(of: account, in: app)
        }
    }

    /// Shows the time entries of the account that has logged in.
    func open(_ account: Account) async {
        guard let app else { return }
        await show { try await timeEntries(of: account, in: app) }
    }

    /// Repeats the step that failed.
    func tryAgain() async {
        if let failedStep { await show(failedStep) }
    }

    /// Logs out and shows the login screen. If that fails, ``tryAgain()`` logs out again.
    func logOut() async {
        guard let app, let login else { return }
        self.login = nil
        await show {
            let auth = try await app.container.resolve(.auth)
            _ = try await auth.logout(login.account)
            // The user is logged out, even if a service of the account can't be shut down.
            try? await login.scope.end()
            return .login(LoginViewModel(auth: auth))
        }
    }

    private func timeEntries(of account: Account, in app: ComposedApp) async throws -> Screen {
        let scope = try app.container.beginScope(.seed(.account, account))
        login = (account, scope)
        let model = TimeEntriesViewModel(
            timeEntries: try await scope.resolve(.timeEntries), page: try PageRequest(size: 100))
        model.load()
        return .timeEntries(model)
    }

    private func show(_ next: @escaping () async throws -> Screen) async {
        do {
            screen = try await next()
            failedStep = nil
        } catch {
            failedStep = next
            screen = .failed((error as? any ServiceError)?.userMessage ?? String(describing: error))
        }
    }
}
