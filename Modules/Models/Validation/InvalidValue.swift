/// Why a text or number is not valid as a domain value.
///
/// The initializers that parse untrusted input throw it, so every domain value that exists is valid.
public struct InvalidValue: Error, Sendable, Equatable {
    /// The field in the API's spelling, such as `email`.
    public let field: String
    /// One sentence for users: what is wrong and what is valid. It never contains a secret.
    public let reason: String

    /// - Parameters:
    ///   - field: the field in the API's spelling.
    ///   - reason: one sentence for users.
    public init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }
}

extension InvalidValue: CustomStringConvertible {
    public var description: String { "\(field): \(reason)" }
}
