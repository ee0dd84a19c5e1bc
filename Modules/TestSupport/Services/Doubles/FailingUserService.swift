public import Models
public import Services

/// A failing double of ``UserService``, for code that must not use it: each call throws ``UserServiceError/failed(_:)`` with an
/// ``UnexpectedCall``.
public struct FailingUserService: UserService {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
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
        .failed(.unexpectedCall("UserService.\(method)", origin))
    }
}
