public import Models
public import Services

/// A mock of `AuthService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
public final class MockAuthService: AuthService {
    /// One call with its argument; passwords print redacted.
    public enum Call: Sendable, Equatable {
        case login(Credentials)
        case restore
        case refresh(Account)
        case logout(Account)
        case removeEndedAccount
    }

    private let loginResponse: MockResponse<Credentials, Account, AuthServiceError>?
    private let restoreResponse: MockResponse<Void, Account?, AuthServiceError>?
    private let refreshResponse: MockResponse<Account, Void, AuthServiceError>?
    private let logoutResponse: MockResponse<Account, Logout, AuthServiceError>?
    private let removeEndedAccountResponse: MockResponse<Void, Bool, AuthServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any AuthService)? = nil,
        login: MockResponse<Credentials, Account, AuthServiceError>? = nil,
        restore: MockResponse<Void, Account?, AuthServiceError>? = nil,
        refresh: MockResponse<Account, Void, AuthServiceError>? = nil,
        logout: MockResponse<Account, Logout, AuthServiceError>? = nil,
        removeEndedAccount: MockResponse<Void, Bool, AuthServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        loginResponse =
            login ?? base.map { base in .closure { call throws(AuthServiceError) in try await base.login(call) } }
        restoreResponse =
            restore ?? base.map { base in .closure { _ throws(AuthServiceError) in try await base.restore() } }
        refreshResponse =
            refresh ?? base.map { base in .closure { call throws(AuthServiceError) in try await base.refresh(call) } }
        logoutResponse =
            logout ?? base.map { base in .closure { call throws(AuthServiceError) in try await base.logout(call) } }
        removeEndedAccountResponse =
            removeEndedAccount
            ?? base.map { base in .closure { _ throws(AuthServiceError) in try await base.removeEndedAccount() } }
        recorder = MockRecorder("AuthService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        try await recorder.respond(to: .login(credentials), credentials, with: loginResponse)
    }

    public func restore() async throws(AuthServiceError) -> Account? {
        try await recorder.respond(to: .restore, (), with: restoreResponse)
    }

    public func refresh(_ account: Account) async throws(AuthServiceError) {
        try await recorder.respond(to: .refresh(account), account, with: refreshResponse)
    }

    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        try await recorder.respond(to: .logout(account), account, with: logoutResponse)
    }

    public func removeEndedAccount() async throws(AuthServiceError) -> Bool {
        try await recorder.respond(to: .removeEndedAccount, (), with: removeEndedAccountResponse)
    }
}
