public import Models
public import Primitives

/// Stores the one auth session of this machine across restarts.
///
/// Stores with copies of the account's data may share this storage (``PersonalDataStore``). Then their copies never
/// outlive the session.
///
/// `AuthSessionStoreContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, texts
/// byte for byte. An implementation that writes to disk must create files that only their owner can read.
public protocol AuthSessionStore: Sendable {
    /// The stored session, or `nil` if no account is logged in.
    func load() async throws(StoreError) -> AuthSession?

    /// Replaces the stored session and removes the copies that belong to the old one, in one transaction. Once this
    /// call returns, the new session survives a loss of power.
    func save(_ authSession: AuthSession) async throws(StoreError)

    /// Replaces the credential of the session for `server` and `userID` if its token is still `old`, and changes
    /// nothing otherwise. A refresh that ends after a logout must not restore the session, and one that ends after
    /// another refresh must not undo it.
    func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement

    /// Removes the session for `server` and `userID` and the copies that belong to it, in one transaction. Does nothing
    /// if that session is not stored.
    ///
    /// - Parameter access: removes the session only if this is its access token. With `nil`, for a logout, it is
    ///   removed with any token, because another process may have refreshed it.
    /// - Returns: the session that is still stored, with newer tokens or of another account; `nil` if there is none.
    func clear(
        server: String, userID: UserID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession?
}
