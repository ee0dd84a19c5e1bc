public import Models
public import Services

/// A failing double of ``UserService``, for code that has no business with users: each call throws
/// ``ServiceError/storage(_:)`` with the text of an ``UnexpectedCall``.
public struct FailingUserService: UserService {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
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
        .unexpectedCall("UserService.\(method)", origin)
    }
}
