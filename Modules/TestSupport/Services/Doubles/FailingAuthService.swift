public import Models
public import Services
public import Testing

/// A failing double of ``AuthService``, for code that has no business with signing in: each call records a test failure
/// and throws ``AuthServiceError/failed(_:)``.
public struct FailingAuthService: AuthService {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        throw failure("login(_:)")
    }
    public func restore() async throws(AuthServiceError) -> Account? { throw failure("restore()") }
    public func refresh(_ account: Account) async throws(AuthServiceError) { throw failure("refresh(_:)") }
    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout { throw failure("logout(_:)") }

    private func failure(_ method: String) -> AuthServiceError {
        .failed(.unexpectedCall("AuthService.\(method)", sourceLocation))
    }
}
