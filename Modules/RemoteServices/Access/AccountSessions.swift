import Models
public import Networking
public import Services
import Synchronization

/// Provides the sessions of the accounts that are logged in, and stores their credential providers.
///
/// An `Account` contains no credential, so remote services get their sessions here. ``RemoteAuthService`` begins an
/// account's sessions at login and restore, and a logout ends them. Make one instance for each server that the app logs
/// in to, and share it between the services.
public final class AccountSessions: Sendable {
    private let state = Mutex(State())

    private struct State {
        var credentialProviders: [UserID: CredentialProvider] = [:]
        /// The account that logged in last.
        var current: UserID?
    }

    /// Creates an instance without any logged-in account.
    public init() {}

    /// A session that sends calls on behalf of `account`, or `nil` if it is not logged in.
    ///
    /// - Parameter scope: ``Member``, or a scope that your app defines. The server checks whether the account may use
    ///   it.
    public func session<Access: MemberScope>(
        _ scope: Access.Type, of account: Account, on client: Client
    ) -> Session<Access>? {
        credentialProvider(of: account).map { client.session(with: CredentialHandle(credentialProvider: $0)) }
    }

    /// A session that sends calls on behalf of an administrator, or `nil` if the account is not logged in or has
    /// another role.
    public func session<Access: AdminScope>(
        _ scope: Access.Type, of account: Account, on client: Client
    ) -> Session<Access>? {
        guard account.role == .admin else { return nil }
        return credentialProvider(of: account).map { client.session(with: CredentialHandle(credentialProvider: $0)) }
    }

    /// A session for endpoints that don't require a login. While an account is logged in, the calls of this session are
    /// authenticated as that account.
    public func guestSession(on client: Client) -> Session<Guest> {
        let credentialProvider = state.withLock { state in state.current.flatMap { state.credentialProviders[$0] } }
        guard let credentialProvider else { return client.session(for: Guest.self) }
        return client.session(with: CredentialHandle(credentialProvider: credentialProvider))
    }

    /// Authenticates the sessions of `account` with `credentialProvider` from now on.
    public func begin(_ account: Account, signedBy credentialProvider: CredentialProvider) {
        state.withLock { state in
            state.credentialProviders[account.id] = credentialProvider
            state.current = account.id
        }
    }

    /// Ends the sessions of `account`. Calls that wait for a credential fail, and no new session can be made.
    public func end(_ account: Account) {
        let credentialProvider = state.withLock { state in
            if state.current == account.id { state.current = nil }
            return state.credentialProviders.removeValue(forKey: account.id)
        }
        credentialProvider?.end()
    }

    package func credentialProvider(of account: Account) -> CredentialProvider? {
        state.withLock { $0.credentialProviders[account.id] }
    }
}

/// Hides the tokens from `dump` and other code that prints by reflection.
extension AccountSessions: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The scope of endpoints that every client may send. See `AccessScope` for how sessions and endpoints are matched.
public protocol GuestScope: AccessScope {}

/// The scope of endpoints that a logged-in user may send: a guest's, and those about the user's own data.
public protocol MemberScope: GuestScope {}

/// The scope of endpoints that an administrator may send: a member's, and those about all users.
public protocol AdminScope: MemberScope {}

/// The access of a client without a login.
public enum Guest: GuestScope, AnonymousScope {}

/// The access of a logged-in user.
public enum Member: MemberScope {}

/// The access of an administrator.
public enum Admin: AdminScope {}
