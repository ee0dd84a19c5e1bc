public import Models

/// Reads and changes users on behalf of one account. The server decides what the account may read or change.
///
/// A call succeeds once the server has accepted it, even if its result can't be stored on this machine.
public protocol UserService: Sendable {
    /// The account's own user.
    func me() async throws(UserServiceError) -> User

    /// One user. Throws ``UserServiceError/notFound(_:)`` if it does not exist or the account may not see it.
    func user(id: User.ID) async throws(UserServiceError) -> User

    /// One page of the list of all users. Only administrators may read it.
    func users(page: PageRequest) async throws(UserServiceError) -> Page<User>

    /// Replaces the whole profile.
    func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User

    /// Changes only the fields that are set in `patch`.
    func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User

    /// Deletes a user's account on the server. If it is the caller's own, also removes everything that this machine
    /// stores for it, including the auth session.
    func delete(id: User.ID) async throws(UserServiceError)
}
