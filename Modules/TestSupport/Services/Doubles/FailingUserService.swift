public import Models
public import Services
public import Testing

/// A failing double of ``UserService``, for code that has no business with users: each call records a test failure and
/// throws ``ServiceError/storage(_:)``.
public struct FailingUserService: UserService {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func me() async throws(ServiceError) -> User { throw failure("me()") }
    public func user(id: User.ID) async throws(ServiceError) -> User { throw failure("user(id:)") }
    public func users(page: PageRequest) async throws(ServiceError) -> Page<User> { throw failure("users(page:)") }
    public func delete(id: User.ID) async throws(ServiceError) { throw failure("delete(id:)") }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(ServiceError) -> User {
        throw failure("replaceProfile(of:with:)")
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(ServiceError) -> User {
        throw failure("updateProfile(of:with:)")
    }

    private func failure(_ method: String) -> ServiceError {
        .unexpectedCall("UserService.\(method)", sourceLocation)
    }
}
