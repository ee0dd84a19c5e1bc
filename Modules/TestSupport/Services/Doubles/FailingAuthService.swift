public import Models
public import Services

/// A failing double of ``AuthService``, for code that must not use it: each call throws ``AuthServiceError/failed(_:)`` with an
/// ``UnexpectedCall``.
public struct FailingAuthService: AuthService {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        throw failure("login(_:)")
    }
    public func restore() async throws(AuthServiceError) -> Account? { throw failure("restore()") }
    public func refresh(_ account: Account) async throws(AuthServiceError) { throw failure("refresh(_:)") }
    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout { throw failure("logout(_:)") }

    private func failure(_ method: String) -> AuthServiceError {
        .failed(.unexpectedCall("AuthService.\(method)", origin))
    }
}
