public import Foundation
public import Models
public import Primitives

/// Stores the one auth session of this machine across restarts, and the accounts whose data this machine stores.
///
/// An account exists from its first login until ``removeAccount(_:)``, so it outlives its sessions. The changes in its
/// outbox share this storage (``OutboxStore``), so they are removed with the account and not at the end of a session.
///
/// `AuthSessionStoreContract` in ContractSuites tests every implementation. Dates are exact to the millisecond, and
/// texts to the byte. An implementation that writes to disk must create files that only their owner can read.
public protocol AuthSessionStore: Sendable {
    /// The stored session, or `nil` if no account is logged in.
    func load() async throws(StoreError) -> AuthSession?

    /// Replaces the stored session and adds its account. The data of the earlier account stays. Once this call returns,
    /// the new session survives a loss of power.
    func save(_ authSession: AuthSession) async throws(StoreError)

    /// Reserves the space that the next ``replaceTokens(_:with:server:userID:)`` needs, and throws if there is not
    /// enough. It is called before each refresh request, because the server accepts the old refresh token only once: if
    /// the new tokens can't be stored, the login is lost. A store without a disk needs no implementation.
    func reserveSpace() async throws(StoreError)

    /// Replaces the credential of the session for `server` and `userID` if its token is still `old`, and changes
    /// nothing otherwise. A refresh that ends after a logout must not restore the session, and one that ends after
    /// another refresh must not undo it.
    func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement

    /// Removes a session that the server has ended, with its credential: the session for `server` and `userID`, if
    /// `access` is still its access token. The account and its data stay.
    ///
    /// - Returns: the session that is still stored, with newer tokens or of another account; `nil` if there is none.
    func clear(
        server: String, userID: UserID, ifStill access: Secret<String>
    ) async throws(StoreError) -> AuthSession?

    /// Removes the session with this id and its credential, for a logout. Its tokens don't matter, because another
    /// process may have refreshed them. A session of a later login stays, and so do the account and its data.
    func end(_ session: AuthSession.ID) async throws(StoreError)

    /// The account at `server` whose session ended last and that has not been removed; `nil` if there is none. An account
    /// whose session is stored is not returned.
    func endedAccount(at server: String) async throws(StoreError) -> AccountID?

    /// Removes an account that has no session, with its outbox, in one transaction.
    ///
    /// - Returns: `false`, without any change, if the account is logged in or unknown.
    @discardableResult
    func removeAccount(_ account: AccountID) async throws(StoreError) -> Bool
}

extension AuthSessionStore {
    public func reserveSpace() async throws(StoreError) {}
}

/// The stored login of an account: the user, the server and the tokens.
public struct AuthSession: Sendable, Hashable, Identifiable {
    /// New at each login, and kept by refreshes. The server does not know it.
    public let id: UUID
    /// The server's origin, such as `https://api.example.com`. The tokens are valid only there.
    public let server: String
    public let userID: UserID
    /// What the account may do, as the server reported at login.
    public let role: Role
    public let credential: BearerCredential

    /// Creates an auth session from its parts.
    public init(id: UUID, server: String, userID: UserID, role: Role, credential: BearerCredential) {
        self.id = id
        self.server = server
        self.userID = userID
        self.role = role
        self.credential = credential
    }
}

/// An account on a server: the owner of everything that this machine stores for a logged-in user.
public struct AccountID: Sendable, Hashable {
    /// The server's origin, such as `https://api.example.com`. The same user id on another server is another account.
    public let server: String
    public let userID: UserID

    /// Creates an account from its parts.
    public init(server: String, userID: UserID) {
        self.server = server
        self.userID = userID
    }
}

extension AuthSession {
    /// The account that the tokens belong to.
    public var account: AccountID { AccountID(server: server, userID: userID) }
}

/// The outcome of ``AuthSessionStore/replaceTokens(_:with:server:userID:)``.
public enum TokenReplacement: Sendable, Hashable {
    case replaced
    /// The tokens were not replaced, because the stored session already has another token.
    case superseded
    /// The tokens were not replaced, because the stored session belongs to another account, or none is stored.
    case gone
}
