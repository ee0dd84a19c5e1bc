public import Models
import Primitives

/// An account that can log in to the backend of a contract's subject.
public struct KnownAccount: Sendable {
    public let id: UserID
    public let email: EmailAddress
    public let credentials: Credentials

    /// Throws if `id` or `email` is not valid.
    public init(id: String, email: String, password: String) throws(InvalidValue) {
        self.id = try UserID(id)
        self.email = try EmailAddress(email)
        credentials = try Credentials(email: self.email, password: Secret(password))
    }

    /// The administrator of the sample backend's demo data.
    static func ada() throws(InvalidValue) -> KnownAccount {
        try KnownAccount(id: "u-ada", email: "ada@example.com", password: "analytical-engine")
    }

    /// The member of the sample backend's demo data.
    static func grace() throws(InvalidValue) -> KnownAccount {
        try KnownAccount(id: "u-grace", email: "grace@example.com", password: "nanosecond-wire")
    }
}
