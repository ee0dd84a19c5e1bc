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
        try container.encode(email, forKey: .email)
        try container.encode(password.reveal(), forKey: .password)
    }
}

/// The server's identifier of a user: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a letter or digit.
///
/// The server chooses it, and clients must not interpret it. The narrow alphabet makes it safe in paths, headers and
/// file names: it can't contain a slash, a dot segment or a space.
public struct UserID: WireText {
    /// The id as the server spells it; it is case-sensitive.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `id`.
    public init(_ candidate: String) throws(InvalidValue) {
        guard candidate.isIdentifier else {
            throw InvalidValue(
                field: "id",
                reason: "A user id has 1 to 64 letters, digits, -, _ or . and begins with a letter or digit."
            )
        }
        text = candidate
    }

    /// Decodes a string or a whole number. Both are text in the app, and are encoded as a string.
    public init(from decoder: any Decoder) throws {
        self = try decoder.validated(decoder.idText(), by: Self.init(_:))
    }
}

/// What an account may do, as reported by the server.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// May read and change its own user.
    case member
    /// May read and change all users.
    case admin

    /// The role with this name. An unknown name, from a newer server, gives the weakest role, ``member``.
    public init(serverName: String) {
        self = Role(rawValue: serverName) ?? .member
    }
}
