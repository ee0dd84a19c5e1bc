import HTTPTypes

extension HTTPField.Name {
    /// A field name that HTTPTypes does not define, from a literal.
    static func known(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("invalid field name: \(name)") }
        return name
    }
}
