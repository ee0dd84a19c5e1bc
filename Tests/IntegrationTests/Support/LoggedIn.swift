import Models
import Networking
import RemoteServices
import Services

/// A logged-in account, with the handles by which tests open sessions on any stack.
struct LoggedIn: Sendable {
    let account: Account
    let member: CredentialHandle<Member>
    /// `nil` unless the account is an administrator's.
    let admin: CredentialHandle<Admin>?

    var userID: UserID { account.id }

    /// Throws if `sessions` has none for the account.
    init(_ account: Account, in sessions: AccountSessions) throws {
        guard let credentialProvider = sessions.credentialProvider(of: account) else {
            throw AuthServiceError.loggedOut
        }
        self.account = account
        member = CredentialHandle(credentialProvider: credentialProvider)
        admin = account.role == .admin ? CredentialHandle(credentialProvider: credentialProvider) : nil
    }
}
