public import Models

/// Reads and changes users on behalf of one account. The server decides what the account may read or change.
///
/// What the server sends is stored, so that it can be read without a connection. A change of the account's own profile
/// is stored first and then sent: if the server can't be reached, the call succeeds with a pending change. Other users
/// are changed on the server only.
public protocol UserService: Sendable {
    /// Reads the account's own user.
    func me(_ policy: ReadPolicy) async throws(UserServiceError) -> Snapshot<User>

    /// The account's own user, as it changes.
    func observeMe() -> Snapshots<User>

    /// Reads one user. Throws ``ServiceError/notFound(_:)`` if it does not exist or the account may not see it.
    func user(id: User.ID, _ policy: ReadPolicy) async throws(UserServiceError) -> Snapshot<User>

    /// Reads one page of the list of all users, which is available to administrators only.
    func users(page: PageRequest) async throws(UserServiceError) -> Page<User>

    /// Replaces the user's whole profile.
    ///
    /// - Returns: the changed user; `nil` while the change is pending and this machine has never stored the user.
    func replaceProfile(
        of id: User.ID, with profile: Profile
    ) async throws(UserServiceError) -> Submission<User?>

    /// Changes only the profile fields that are set in `patch`. If such a field of the account's own profile was
    /// changed elsewhere since this machine read it, the call fails with ``ServiceError/conflict(_:)``, or the pending
    /// change waits for a person's decision.
    ///
    /// - Returns: the same as ``replaceProfile(of:with:)``.
    func updateProfile(
        of id: User.ID, with patch: ProfilePatch
    ) async throws(UserServiceError) -> Submission<User?>

    /// Deletes a user's account on the server. If it is the caller's own account, also removes everything that this
    /// machine stores for it, including the auth session.
    func delete(id: User.ID) async throws(UserServiceError)
}

extension UserService {
    /// The account's own user, read with ``ReadPolicy/networkFirst``.
    public func me() async throws(UserServiceError) -> Snapshot<User> { try await me(.networkFirst) }

    /// One user, read with ``ReadPolicy/networkFirst``.
    public func user(id: User.ID) async throws(UserServiceError) -> Snapshot<User> {
        try await user(id: id, .networkFirst)
    }
}

/// Why an operation of a ``UserService`` failed.
public typealias UserServiceError = ServiceError<Never>
