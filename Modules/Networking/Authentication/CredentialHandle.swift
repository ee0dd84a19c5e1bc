/// The right to open sessions with `Access`. The code that logs the user in creates it.
///
/// Several handles may share one credential provider, such as an admin's session and the same user's member session.
/// They then share one credential and one refresh.
public struct CredentialHandle<Access: AccessScope>: Sendable {
    /// Signs the calls of all sessions that this handle opens.
    public let credentialProvider: CredentialProvider

    /// - Parameter credentialProvider: its credential should grant the permissions of `Access`. Nothing checks that
    ///   here: the server checks each call.
    public init(credentialProvider: CredentialProvider) {
        self.credentialProvider = credentialProvider
    }
}
