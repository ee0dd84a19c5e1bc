public import Models
public import Primitives

/// Keeps the one sign-in of this machine over restarts.
///
/// What every implementation promises is held by `AuthSessionStoreContract` in TestSupport. Dates survive to the
/// millisecond, texts byte for byte. An implementation that writes to
/// disk writes where only the file's owner can read.
public protocol AuthSessionStore: Sendable {
    /// Who is signed in, or `nil`.
    func load() async throws(StoreError) -> AuthSession?

    /// Replaces the stored login and removes the copies of users that belong to it (``UserStore``), in one transaction.
    /// Returns when the login would survive a loss of power.
    func save(_ authSession: AuthSession) async throws(StoreError)

    /// Replaces the credential of the sign-in for `server` and `userID`, if its token is still `old`.
    /// Changes nothing otherwise: a renewal that comes after a sign-out must not bring
    /// the session back, and one that comes after another must not undo it.
    func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement

    /// Removes the login for `server` and `userID`, if it is stored, with the copies of users that belong to it
    /// (``UserStore``). One transaction, and it is no error if there is nothing to remove.
    ///
    /// - Parameter access: the sign-in stays if its access token is another one. With `nil`, which is for who signs out,
    ///   it goes whatever tokens it has: another process may have renewed them.
    /// - Returns: what is kept instead, be it newer tokens or somebody else's sign-in; `nil` once nobody is signed in.
    func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession?
}
