public import Models

/// Reads and changes users, on behalf of one account. What an account may see or change is the server's to decide.
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

    /// Deletes an account. Of one's own nothing is left on this machine either, the sign-in included.
    func delete(id: User.ID) async throws(ServiceError)
}
