public import Models
public import Networking
public import Persistence
public import Services
import Synchronization

/// Provides the sessions of the accounts that are logged in, and stores their credential providers.
///
/// An `Account` contains no credential, so the sessions of an account's services come from here. ``RemoteAuthService``
/// begins an account's sessions at login and restore, and a logout ends them. Make one instance for each server that the
/// app logs in to.
public final class AccountSessions: Sendable {
    private let state = Mutex(State())

    private struct State {
        var credentialProviders: [UserID: CredentialProvider] = [:]
        var authSessions: [UserID: AuthSession.ID] = [:]
        /// The account that logged in last.
        var current: UserID?
    }

    /// Creates an instance without any logged-in account.
    public init() {}

    /// A session that sends calls on behalf of `account`. If the account is not logged in, every call fails with
    /// `loggedOut`.
    ///
    /// - Parameter scope: ``Member``, or a scope that your app defines. The server checks whether the account may use
    ///   it.
    public func session<Access: MemberScope>(
        _ scope: Access.Type = Member.self, of account: Account, on client: Client
    ) -> Session<Access> {
        session(scope, signedBy: credentialProvider(of: account), on: client)
    }

    /// As ``session(_:of:on:)``, with the account's `credentialProvider`, which is `nil` if the account is not logged in.
    func session<Access: MemberScope>(
        _ scope: Access.Type = Member.self, signedBy credentialProvider: CredentialProvider?, on client: Client
    ) -> Session<Access> {
        guard let credentialProvider else { return client.loggedOutSession(for: scope) }
        return client.session(with: CredentialHandle(credentialProvider: credentialProvider))
    }

    /// A session that sends calls on behalf of an administrator, or `nil` if the account has another role.
    public func session<Access: AdminScope>(
        _ scope: Access.Type, of account: Account, on client: Client
    ) -> Session<Access>? {
        guard account.role == .admin else { return nil }
        guard let credentialProvider = credentialProvider(of: account) else {
            return client.loggedOutSession(for: scope)
        }
        return client.session(with: CredentialHandle(credentialProvider: credentialProvider))
    }

    /// A session for endpoints that don't require a login. While an account is logged in, the calls of this session are
    /// authenticated as that account.
    public func guestSession(on client: Client) -> Session<Guest> {
        let credentialProvider = state.withLock { state in state.current.flatMap { state.credentialProviders[$0] } }
        guard let credentialProvider else { return client.session(for: Guest.self) }
        return client.session(with: CredentialHandle(credentialProvider: credentialProvider))
    }

    /// Authenticates the sessions of `account` with `credentialProvider` from now on.
    ///
    /// - Parameter authSession: the stored login that the sessions belong to, which a logout ends.
    public func begin(
        _ account: Account, signedBy credentialProvider: CredentialProvider, authSession: AuthSession.ID
    ) {
        state.withLock { state in
            state.credentialProviders[account.id] = credentialProvider
            state.authSessions[account.id] = authSession
            state.current = account.id
        }
    }

    /// Ends the sessions of a user. Calls that wait for a credential fail, and so do later calls.
    public func end(_ user: UserID) {
        end(user, signedBy: credentialProvider(of: user))
    }

    /// Ends the sessions of a user that `credentialProvider` authenticates, but no sessions of a later login.
    func end(_ user: UserID, signedBy credentialProvider: CredentialProvider?) {
        state.withLock { state in
            guard state.credentialProviders[user] === credentialProvider else { return }
            if state.current == user { state.current = nil }
            state.credentialProviders[user] = nil
            state.authSessions[user] = nil
        }
        credentialProvider?.end()
    }

    /// The stored login that the account's sessions belong to; `nil` if the account is not logged in.
    func authSession(of account: Account) -> AuthSession.ID? {
        state.withLock { $0.authSessions[account.id] }
    }

    package func credentialProvider(of account: Account) -> CredentialProvider? { credentialProvider(of: account.id) }

    func credentialProvider(of user: UserID) -> CredentialProvider? {
        state.withLock { $0.credentialProviders[user] }
    }
}

/// Hides the tokens from `dump` and other code that prints by reflection.
extension AccountSessions: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The scope of endpoints that every client may send. See `AccessScope` for how sessions and endpoints are matched.
public protocol GuestScope: AccessScope {}

/// The scope of endpoints that a logged-in user may send: a guest's endpoints, and those about the user's own data.
public protocol MemberScope: GuestScope {}

/// The scope of endpoints that an administrator may send: a member's endpoints, and those about all users.
public protocol AdminScope: MemberScope {}

/// The access of a client without a login.
public enum Guest: GuestScope, AnonymousScope {}

/// The access of a logged-in user.
public enum Member: MemberScope {}

/// The access of an administrator.
public enum Admin: AdminScope {}
