public import Models
public import Networking

/// A person who is signed in, and the right to open sessions on their behalf.
public struct Account: Sendable {
    public let userID: User.ID
    public let role: Role
    /// Opens sessions for all that the person may do for themselves.
    public let member: CredentialHandle<Member>
    /// Opens sessions for all that concerns everybody; `nil` for an account that is no administrator's.
    public let admin: CredentialHandle<Admin>?

    /// An account whose calls `authority` signs.
    public init(userID: User.ID, role: Role, authority: BearerAuthority) {
        self.userID = userID
        self.role = role
        member = CredentialHandle(authority: authority)
        admin = role == .admin ? CredentialHandle(authority: authority) : nil
    }
}
