public import Models
public import Services

/// A stub of ``UserService``: every question about one user is answered with the same one; or everything fails.
public struct StubUserService: UserService {
    private let response: Result<(user: User, page: Page<User>), UserServiceError>

    /// - Parameters:
    ///   - user: what every call about one user answers, changes included.
    ///   - page: what ``users(page:)`` answers; a page of `user` alone unless the test says.
    public init(_ user: User, page: Page<User>? = nil) {
        response = .success((user, page ?? Page(items: [user], number: 1, size: 20, total: 1)))
    }

    /// - Parameter error: what every call throws.
    public init(failingWith error: UserServiceError) {
        response = .failure(error)
    }

    public func me() async throws(UserServiceError) -> User { try response.get().user }
    public func user(id: User.ID) async throws(UserServiceError) -> User { try response.get().user }
    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> { try response.get().page }
    public func delete(id: User.ID) async throws(UserServiceError) { _ = try response.get() }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        try response.get().user
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try response.get().user
    }
}
