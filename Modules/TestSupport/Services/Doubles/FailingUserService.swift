public import Models
public import Services
public import Testing

/// A failing double of ``UserService``, for code that has no business with users: each call records a test failure and
/// throws ``UserServiceError/failed(_:)``.
public struct FailingUserService: UserService {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func me() async throws(UserServiceError) -> User { throw failure("me()") }
    public func user(id: User.ID) async throws(UserServiceError) -> User { throw failure("user(id:)") }
    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> { throw failure("users(page:)") }
    public func delete(id: User.ID) async throws(UserServiceError) { throw failure("delete(id:)") }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        throw failure("replaceProfile(of:with:)")
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        throw failure("updateProfile(of:with:)")
    }

    private func failure(_ method: String) -> UserServiceError {
        .failed(.unexpectedCall("UserService.\(method)", sourceLocation))
    }
}
