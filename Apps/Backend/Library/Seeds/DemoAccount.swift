/// An account whose password is no secret: it is in the source, printed at the start, and good for nothing else.
public struct DemoAccount: Equatable, Sendable {
    /// What to sign in with.
    public let email: String
    /// The password, in plain text.
    public let password: String
    /// `admin` or `member`.
    public let role: String
}
