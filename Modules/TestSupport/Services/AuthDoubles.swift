public import EngineTestSupport
public import Models
public import Networking
public import RemoteServices
public import Services

extension Account {
    /// An account with defaults.
    public static func fixture(id: String = "u-1", role: Role = .member) throws(InvalidValue) -> Account {
        Account(id: try UserID(id), role: role)
    }
}

/// A mock of `AuthService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an `UnexpectedCall`.
public final class MockAuthService: AuthService {
    /// One call with its argument; passwords print redacted.
    public enum Call: Sendable, Equatable {
        case login(Credentials)
        case restore
        case refresh(Account)
        case logout(Account)
        case removeEndedAccount(UserID)
    }

    private let loginResponse: MockResponse<Credentials, Account, AuthServiceError>?
    private let restoreResponse: MockResponse<Void, Account?, AuthServiceError>?
    private let refreshResponse: MockResponse<Account, Void, AuthServiceError>?
    private let logoutResponse: MockResponse<Account, Logout, AuthServiceError>?
    private let removeEndedAccountResponse: MockResponse<UserID, Bool, AuthServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any AuthService)? = nil,
        login: MockResponse<Credentials, Account, AuthServiceError>? = nil,
        restore: MockResponse<Void, Account?, AuthServiceError>? = nil,
        refresh: MockResponse<Account, Void, AuthServiceError>? = nil,
        logout: MockResponse<Account, Logout, AuthServiceError>? = nil,
        removeEndedAccount: MockResponse<UserID, Bool, AuthServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        loginResponse = .of(login, base) { base, call throws(AuthServiceError) in try await base.login(call) }
        restoreResponse = .of(restore, base) { base, _ throws(AuthServiceError) in try await base.restore() }
        refreshResponse = .of(refresh, base) { base, call throws(AuthServiceError) in try await base.refresh(call) }
        logoutResponse = .of(logout, base) { base, call throws(AuthServiceError) in try await base.logout(call) }
        removeEndedAccountResponse = .of(removeEndedAccount, base) { base, user throws(AuthServiceError) in
            try await base.removeEndedAccount(user)
        }
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

    public func removeEndedAccount(_ user: UserID) async throws(AuthServiceError) -> Bool {
        try await recorder.respond(to: .removeEndedAccount(user), user, with: removeEndedAccountResponse)
    }
}

extension AccountSessions {
    /// Requests the id of the account's user, for tests that need any authenticated call.
    public func ownID(of account: Account, on client: Client) async throws(AuthServiceError) -> UserID {
        do throws(NetworkError) {
            return try await session(of: account, on: client).send(.ownID())
        } catch {
            throw AuthServiceError(error)
        }
    }
}

extension Endpoint where Access: MemberScope, Response == UserID {
    /// `GET /users/me`, of which it reads only the id.
    public static func ownID() -> Self {
        Endpoint(.get, "/users/me", response: .json(OwnUser.self) { wire in try UserID(wire.id) })
    }
}

private struct OwnUser: Decodable {
    let id: String
}

extension ServiceError: UnexpectedCallFailure {
    public init(unexpected call: UnexpectedCall) {
        self = .failed(.storage(reason: call.description, diagnostic: call.description))
    }
}
