public import Models

/// Keeps the one sign-in of this machine over restarts.
///
/// What every implementation promises is held by `SignInStoreContract` in TestSupport. Dates survive to the
/// millisecond, texts byte for byte. An implementation that writes to
/// disk writes where only the file's owner can read.
public protocol SignInStore: Sendable {
    /// Who is signed in, or `nil`.
    func load() async throws(StoreError) -> SignIn?

    /// Replaces whatever was kept. Returns when it would survive a loss of power.
    func save(_ signIn: SignIn) async throws(StoreError)

    /// Replaces the tokens of the sign-in for `server` and `userID`. Returns `false`, and changes nothing, if another or
    /// no sign-in is kept: a renewal that comes after a sign-out must not bring the session back.
    func replaceTokens(
        _ tokens: TokenPair, server: String, userID: User.ID
    ) async throws(StoreError) -> Bool

    /// Forgets the sign-in; forgetting nothing is no error.
    func clear() async throws(StoreError)
}
