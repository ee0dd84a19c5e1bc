public import Primitives

/// The email address and password that a user logs in with.
public struct Credentials: Sendable, Hashable {
    public let email: EmailAddress
    public let password: Secret<String>

    /// Throws ``InvalidValue`` if `password` is empty. Everything else is checked by the server.
    public init(email: EmailAddress, password: Secret<String>) throws(InvalidValue) {
        guard !password.reveal().isEmpty else {
            throw InvalidValue(field: "password", reason: "The password is empty.")
        }
        self.email = email
        self.password = password
    }
}

extension Credentials: Encodable {
    enum CodingKeys: CodingKey {
        case email, password
    }

    /// Encodes the body of a login request, which contains the password in plain text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(email.text, forKey: .email)
        try container.encode(password.reveal(), forKey: .password)
    }
}
