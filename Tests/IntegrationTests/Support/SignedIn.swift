import Models
import Networking
import RemoteServices
import Services

/// An account that is logged in, with the handles by which tests open sessions on any engine.
struct SignedIn: Sendable {
    let account: Account
    let member: CredentialHandle<Member>
    /// `nil` for an account that is no administrator's.
    let admin: CredentialHandle<Admin>?

    var userID: User.ID { account.id }

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
