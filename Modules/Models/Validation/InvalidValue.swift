/// Why a text or number did not become a domain value.
///
/// Thrown by the initialisers that parse untrusted input, so that a value that exists is a value that is right.
public struct InvalidValue: Error, Sendable, Equatable {
    /// The field in the API's spelling, such as `email`.
    public let field: String
    /// One sentence for people: what was wrong and what would be right. It never repeats a secret.
    public let reason: String

    /// - Parameters:
    ///   - field: the field in the API's spelling.
    ///   - reason: one sentence for people.
    public init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }
}

extension InvalidValue: CustomStringConvertible {
    public var description: String { "\(field): \(reason)" }
}
