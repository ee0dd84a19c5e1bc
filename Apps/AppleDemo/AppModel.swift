import Composition
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
        case timeEntries(ListViewModel<TimeEntry>)
        case failed(String)
    }

    /// What the app does next.
    private enum Step {
        case start
        case open(Account)
        case logOut(Account, AccountServices)
    }

    private(set) var screen = Screen.starting
    /// How many changes a logout would delete, because they are not sent yet; `nil` unless the user has to decide that.
    private(set) var unsentChanges: Int?

    private let compose: () async throws -> ComposedApp
    /// Composes the app, once for all steps.
    private var composing: Task<ComposedApp, any Error>?
    private var login: (account: Account, services: AccountServices)?
    /// Sends what the account has changed, until it logs out.
    private(set) var sending: Task<Void, Never>?
    /// The step that led to ``Screen/failed(_:)``.
    private var failedStep: Step?

    /// - Parameter compose: composes the app at the start.
    init(_ compose: @escaping () async throws -> ComposedApp) {
        self.compose = compose
    }

    /// Shows the time entries of the stored account, or the login screen if there is none.
    func start() async {
        await take(.start)
    }

    /// Shows the time entries of the account that has logged in.
    func open(_ account: Account) async {
        await take(.open(account))
    }

    /// Logs out and shows the login screen. If that fails, ``tryAgain()`` logs out again.
    ///
    /// - Parameter deletesChanges: whether changes that are not sent yet are deleted. Otherwise, if there are any, their
    ///   number is in ``unsentChanges``, and the account stays logged in.
    func logOut(deletesChanges: Bool = false) async {
        guard let login else { return }
        if !deletesChanges, let unsent = try? await login.services.outbox.changes().count, unsent > 0 {
            return unsentChanges = unsent
        }
        keepLogin()
        self.login = nil
        sending?.cancel()
        await take(.logOut(login.account, login.services))
    }

    /// The user does not log out.
    func keepLogin() {
        unsentChanges = nil
    }

    /// Repeats the step that failed.
    func tryAgain() async {
        if let failedStep { await take(failedStep) }
    }

    private func take(_ step: Step) async {
        do {
            screen = try await next(step)
            failedStep = nil
        } catch {
            failedStep = step
            screen = .failed((error as? any UserFacingError)?.userMessage ?? String(describing: error))
        }
    }

    private func next(_ step: Step) async throws -> Screen {
        let app = try await app()
        let auth = app.auth
        switch step {
        case .start:
            guard let account = try await auth.restore() else { return .login(LoginViewModel(auth: auth)) }
            return try await timeEntries(of: account, in: app)
        case .open(let account):
            return try await timeEntries(of: account, in: app)
        case .logOut(let account, let services):
            _ = try await auth.logout(account)
            // The user is logged out, even if a service of the account can't be shut down.
            try? await services.end()
            return .login(LoginViewModel(auth: auth))
        }
    }

    private func app() async throws -> ComposedApp {
        let composing = self.composing ?? Task { try await compose() }
        self.composing = composing
        do {
            return try await composing.value
        } catch {
            // Another step may have begun the next attempt.
            if self.composing == composing { self.composing = nil }
            throw error
        }
    }

    private func timeEntries(of account: Account, in app: ComposedApp) async throws -> Screen {
        let services = try app.open(account)
        let (timeEntries, outbox, page) = (services.timeEntries, services.outbox, try PageRequest(size: 100))
        login = (account, services)
        sending?.cancel()
        sending = Task { await outbox.run() }
        let model = ListViewModel { timeEntries.observe(page: page) }
        model.load()
        return .timeEntries(model)
    }
}
