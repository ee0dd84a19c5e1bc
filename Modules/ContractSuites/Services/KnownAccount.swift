public import Models
import Primitives

/// A person who can sign in at the backend that a contract runs against.
public struct KnownAccount: Sendable {
    public let id: User.ID
    public let email: EmailAddress
    public let credentials: Credentials

    /// Throws where `id` or `email` breaks its rules.
    public init(id: String, email: String, password: String) throws(InvalidValue) {
        self.id = try User.ID(id)
        self.email = try EmailAddress(email)
        credentials = try Credentials(email: self.email, password: Secret(password))
    }
}
