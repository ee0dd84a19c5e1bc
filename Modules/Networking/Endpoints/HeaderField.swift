import HTTPTypes

/// One header field of an endpoint or environment, as plain text. Whether it can stand in a request (RFC 9110 section
/// 5) is found when the environment is made or the call is routed.
public struct HeaderField: Sendable, Hashable {
    public let name: String
    public let value: String

    /// A field. A credential doesn't belong here: it would go wherever the call goes.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// `nil` for a name that is no token, or a value with a line break or another control character.
    var field: HTTPField? {
        guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { return nil }
        return HTTPField(name: name, value: value)
    }
}
