public import Models

/// Reads and changes users, on behalf of one account. What an account may see or change is the server's to decide.
///
/// A call succeeds when the server has accepted it, even if its result can't be stored on this machine.
public protocol UserService: Sendable {
    /// The account's own user.
    func me() async throws(ServiceError) -> User

    /// One user; ``ServiceError/notFound(evidence:)`` for nobody, and for somebody whom the account may not see.
    func user(id: User.ID) async throws(ServiceError) -> User

    /// One page of everybody, for administrators.
    func users(page: PageRequest) async throws(ServiceError) -> Page<User>

    /// Replaces the whole profile.
    func replaceProfile(of id: User.ID, with profile: Profile) async throws(ServiceError) -> User

    /// Changes the parts that `patch` names.
    func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(ServiceError) -> User

    /// Deletes an account. If it is the caller's own, everything that this machine stores for it is removed, the login
    /// included.
    func delete(id: User.ID) async throws(ServiceError)
}
