public import Primitives

/// What a person signs in with.
public struct Credentials: Sendable, Hashable {
    public let email: EmailAddress
    public let password: Secret<String>

    /// - Parameter password: not empty; everything else is the server's to judge.
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

    /// The body of a login, where the password is spelled out on purpose.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(email.text, forKey: .email)
        try container.encode(password.reveal(), forKey: .password)
    }
}
