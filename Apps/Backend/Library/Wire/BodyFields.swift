/// The fields of a JSON object that a client sent. Each is read as the type of the property that it is assigned to.
struct BodyFields: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let container: KeyedDecodingContainer<Name>
    private var fields = FieldReader()

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Name.self)
    }

    /// The value of a required field. If it is invalid, an error is noted, and ``check()`` will throw.
    mutating func required<Value: FieldValue>(_ name: String) -> Value {
        let field: Field<Value> = container.field(Name(stringValue: name))
        return checked(fields.required(name, field, expected: Value.expected), name) ?? .placeholder
    }

    /// The value of a field that may be absent or `null`.
    mutating func optional<Value: FieldValue>(_ name: String) -> Value? {
        let field: Field<Value> = container.field(Name(stringValue: name))
        return checked(fields.optional(name, field, expected: "\(Value.expected) or null"), name)
    }

    /// - Throws: ``Problem/validationFailed(_:)`` with every invalid field.
    func check() throws(Problem) {
        guard fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
    }

    private mutating func checked<Value: FieldValue>(_ value: Value?, _ name: String) -> Value? {
        fields.note(value?.error(in: name))
        return value
    }
}
