public import Models
public import Services

/// A stub of ``AuthService``: whoever signs in, or was signed in, is the account that the test said; or all calls fail.
public struct StubAuthService: AuthService {
    private let response: Result<Account, AuthServiceError>
    private let isSignedIn: Bool
    private let outcome: Logout

    /// - Parameters:
    ///   - isSignedIn: whether ``restore()`` answers `account` too, or nobody.
    ///   - outcome: what ``logout(_:)`` answers.
    public init(_ account: Account, isSignedIn: Bool = false, logout outcome: Logout = .everywhere) {
        response = .success(account)
        self.isSignedIn = isSignedIn
        self.outcome = outcome
    }

    /// - Parameter error: what every call throws.
    public init(failingWith error: AuthServiceError) {
        response = .failure(error)
        isSignedIn = false
        outcome = .onThisMachine(error)
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account { try response.get() }
    public func refresh(_ account: Account) async throws(AuthServiceError) { _ = try response.get() }

    public func restore() async throws(AuthServiceError) -> Account? {
        let account = try response.get()
        return isSignedIn ? account : nil
    }

    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        _ = try response.get()
        return outcome
    }
}
