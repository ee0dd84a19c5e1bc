/// An account with a public password: it is in the source, and printed when the server starts.
public struct DemoAccount: Equatable, Sendable {
    /// The email for the login.
    public let email: String
    /// The password, in plain text.
    public let password: String
    /// `admin` or `member`.
    public let role: String
}
