public import Models

/// Reads and changes users on behalf of one account. The server decides what the account may read or change.
///
/// A call succeeds once the server has accepted it, even if its result can't be stored on this machine.
public protocol UserService: Sendable {
    /// Reads the account's own user.
    func me() async throws(UserServiceError) -> User

    /// Reads one user. Throws ``ServiceError/notFound(_:)`` if it does not exist or the account may not see it.
    func user(id: User.ID) async throws(UserServiceError) -> User

    /// Reads one page of the list of all users, which is available to administrators only.
    func users(page: PageRequest) async throws(UserServiceError) -> Page<User>

    /// Replaces the user's whole profile and returns the changed user.
    func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User

    /// Changes only the profile fields that are set in `patch` and returns the changed user.
    func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User

    /// Deletes a user's account on the server. If it is the caller's own, also removes everything that this machine
    /// stores for it, including the auth session.
    func delete(id: User.ID) async throws(UserServiceError)
}

/// Why an operation of a ``UserService`` failed.
public typealias UserServiceError = ServiceError<Never>
