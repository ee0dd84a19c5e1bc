import HTTPTypes

/// A header field of an endpoint or environment, as plain text. It is validated (RFC 9110 section 5) when the
/// environment is created or the call is routed.
public struct HeaderField: Sendable, Hashable {
    /// The field's name, compared without regard to case.
    public let name: String
    /// The field's value.
    public let value: String

    /// Creates a field. Do not put a credential in it: ``CredentialProvider`` and ``APIKeyInterceptor`` send a
    /// credential only to its own origin.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// `nil` if the name is not a token, or the value contains a line break or another control character.
    var field: HTTPField? {
        guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { return nil }
        return HTTPField(name: name, value: value)
    }
}
