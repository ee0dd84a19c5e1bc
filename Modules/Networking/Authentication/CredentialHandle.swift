/// The right to open sessions with `Access`, handed out by whoever signed the user in.
///
/// Several handles may share one authority (an admin's session and the same person's member session), and so one
/// credential and one refresh.
public struct CredentialHandle<Access: AccessScope>: Sendable {
    /// Signs the calls of all sessions that this handle opens.
    public let credentialProvider: CredentialProvider

    /// - Parameter authority: what it signs with should be worth `Access`; the server has the last word.
    public init(credentialProvider: CredentialProvider) {
        self.credentialProvider = credentialProvider
    }
}
