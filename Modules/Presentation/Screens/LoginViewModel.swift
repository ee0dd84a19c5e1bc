import Models
public import Observation
public import Primitives
public import Services

/// A login form: checks its fields, then logs in.
@MainActor
@Observable
public final class LoginViewModel {
    /// What the screen shows.
    public enum State: Sendable {
        case editing
        /// Edits have no effect on this login, so a screen should disable its fields.
        case loggingIn
        case loggedIn(Account)
        /// An invalid field is reported like an error of the server, but no request is sent.
        case failed(AuthServiceError)
    }

    /// The text of the address field.
    public var email = "" { didSet { edited() } }
    /// The text of the password field. It is cleared after a login.
    public var password = Secret("") { didSet { edited() } }
    /// What the screen shows.
    public private(set) var state = State.editing

    private let auth: any AuthService
    private let login = OwnedTask()

    /// - Parameter auth: receives the credentials.
    public init(auth: any AuthService) {
        self.auth = auth
    }

    /// The error message to show; `nil` if there is none.
    public var message: UserMessage? {
        if case .failed(let error) = state { error.localizableUserMessage } else { nil }
    }

    /// The account after a login; `nil` before.
    public var account: Account? {
        if case .loggedIn(let account) = state { account } else { nil }
    }

    /// Checks the fields and logs in. Does nothing while a login is in progress.
    public func submit() {
        if case .loggingIn = state { return }
        do throws(InvalidValue) {
            let credentials = try Credentials(email: EmailAddress(email), password: password)
            state = .loggingIn
            login.run { [auth] () async throws(AuthServiceError) in
                try await auth.login(credentials)
            } then: { [weak self] in
                self?.show($0)
            }
        } catch {
            state = .failed(.invalid([error]))
        }
    }

    private func show(_ result: Result<Account, AuthServiceError>) {
        switch result {
        case .success(let account):
            password = Secret("")
            state = .loggedIn(account)
        case .failure(let error): state = error.isCancellation ? .editing : .failed(error)
        }
    }

    /// Clears the error message. A login in flight continues, because the server may have accepted it already.
    private func edited() {
        if case .failed = state { state = .editing }
    }
}
