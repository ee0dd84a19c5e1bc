public import Models

/// Reads and changes users, on behalf of one account. What an account may see or change is the server's to decide.
///
/// A call succeeds when the server has accepted it, even if its result can't be stored on this machine.
public protocol UserService: Sendable {
    /// The account's own user.
    func me() async throws(UserServiceError) -> User

    /// One user; ``UserServiceError/notFound(_:)`` if it does not exist or the account may not see it.
    func user(id: User.ID) async throws(UserServiceError) -> User

    /// One page of everybody, for administrators.
    func users(page: PageRequest) async throws(UserServiceError) -> Page<User>

    /// Replaces the whole profile.
    func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User

    /// Changes the parts that `patch` names.
    func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User

    /// Deletes an account. If it is the caller's own, everything that this machine stores for it is removed, the login
    /// included.
    func delete(id: User.ID) async throws(UserServiceError)
}
