public import Models
public import Services

/// A failing double of ``AuthService``, for code that has no business with signing in: each call throws
/// ``ServiceError/storage(_:)`` with the text of an ``UnexpectedCall``.
public struct FailingAuthService: AuthService {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func login(_ credentials: Credentials) async throws(ServiceError) -> Account { throw failure("login(_:)") }
    public func restore() async throws(ServiceError) -> Account? { throw failure("restore()") }
    public func refresh(_ account: Account) async throws(ServiceError) { throw failure("refresh(_:)") }
    public func logout(_ account: Account) async throws(ServiceError) -> Logout { throw failure("logout(_:)") }

    private func failure(_ method: String) -> ServiceError {
        .unexpectedCall("AuthService.\(method)", origin)
    }
}
