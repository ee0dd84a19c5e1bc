import Foundation

/// The fields of a JSON object that a client sent. Each is read as the type of the property that it is assigned to, and
/// all errors are collected, so that a client receives them together. Unknown keys are ignored.
struct BodyFields: Decodable {
    private let container: KeyedDecodingContainer<Name>
    private var errors: [FieldError] = []
    /// The errors in the values of fields. They come after those of missing and mistyped ones.
    private var violations: [FieldError] = []

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Name.self)
    }

    /// Whether the body has the key, even if its value is `null`.
    func has(_ name: String) -> Bool { container.contains(Name(stringValue: name)) }

    /// The value of a required field. If it is invalid, an error is noted, and ``check()`` throws.
    /// - Parameter rule: replaces the rule of the type.
    mutating func required<Value: FieldValue>(_ name: String, _ rule: FieldRule<Value>? = nil) -> Value {
        switch read(name, as: Value.self, rule) {
        case .value(let value): return value
        case .mistyped: note(.mistyped(name, expected: Value.expected))
        case .absent, .null: note(.required(name))
        }
        return .placeholder
    }

    /// The value of a field that may be absent or `null`.
    mutating func optional<Value: FieldValue>(_ name: String, _ rule: FieldRule<Value>? = nil) -> Value? {
        switch read(name, as: Value.self, rule) {
        case .value(let value): return value
        case .mistyped: note(.mistyped(name, expected: Value.expectedIfOptional))
        case .absent, .null: break
        }
        return nil
    }

    /// The id of a new resource: the UUID that the client chose, or a new one after `prefix`.
    mutating func newID(_ prefix: String) -> String {
        let chosen: UUID? = optional("id")
        return chosen.map { $0.uuidString.lowercased() } ?? "\(prefix)-\(UUID().uuidString.lowercased())"
    }

    var hasErrors: Bool { !errors.isEmpty || !violations.isEmpty }

    mutating func note(_ error: FieldError) { errors.append(error) }

    /// The fields of the object in a required field; `nil` if an error was noted.
    mutating func object<Value>(_ name: String, _ body: (inout BodyFields) -> Value) -> Value? {
        switch container.field(Name(stringValue: name), as: BodyFields.self) {
        case .value(var inner):
            let value = body(&inner)
            func within(_ error: FieldError) -> FieldError {
                FieldError(field: "\(name).\(error.field)", code: error.code, message: error.message)
            }
            errors += inner.errors.map(within)
            violations += inner.violations.map(within)
            return inner.hasErrors ? nil : value
        case .mistyped: note(.mistyped(name, expected: "an object"))
        case .absent, .null: note(.required(name))
        }
        return nil
    }

    /// - Throws: ``Problem/validationFailed(_:)`` with every invalid field.
    func check() throws(Problem) {
        if hasErrors { throw .validationFailed(errors + violations) }
    }

    private mutating func read<Value: FieldValue>(
        _ name: String, as type: Value.Type, _ rule: FieldRule<Value>?
    ) -> Field<Value> {
        let field: Field<Value> = container.field(Name(stringValue: name))
        if case .value(let value) = field, let error = (rule ?? Value.rule).error(name, value) {
            violations.append(error)
        }
        return field
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The value of a JSON key. A Swift optional does not suffice, because a missing key, `null` and a value of the wrong
/// type get different errors.
enum Field<Value> {
    case absent
    case null
    case value(Value)
    case mistyped
}

extension KeyedDecodingContainer {
    /// Reads a key and never throws, so that all invalid fields can be reported together.
    func field<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Field<Value> {
        guard contains(key) else { return .absent }
        if (try? decodeNil(forKey: key)) == true { return .null }
        guard let value = try? decode(Value.self, forKey: key) else { return .mistyped }
        return .value(value)
    }
}

/// A type that a field of a body may have.
protocol FieldValue: Decodable, Sendable {
    /// The end of an error's message: "This field must be …".
    static var expected: String { get }
    static var expectedIfOptional: String { get }
    /// The value of a field with an error. It is never stored.
    static var placeholder: Self { get }
    /// The rule for fields of this type that name no other.
    static var rule: FieldRule<Self> { get }
}

extension FieldValue {
    static var expectedIfOptional: String { "\(expected) or null" }
    static var rule: FieldRule<Self> { FieldRule { _, _ in nil } }
}

extension String: FieldValue {
    static let expected = "a string"
    static let placeholder = ""
    static var rule: FieldRule<String> { .paragraphs(1000, mayBeBlank: false) }
}

extension Int: FieldValue {
    static let expected = "a whole number"
    static let placeholder = 0
}

extension Bool: FieldValue {
    static let expected = "true or false"
    static let placeholder = false
}

extension Decimal: FieldValue {
    static let expected = "a number"
    static let placeholder = Decimal.zero
    static var rule: FieldRule<Decimal> {
        FieldRule { $1.isFinite ? nil : .invalid($0, "This number is too large.") }
    }
}

extension UUID: FieldValue {
    static let expected = "a UUID"
    static var placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension Timestamp: FieldValue {
    static let expected = "a date and time such as 2026-03-01T09:30:00Z"
    static let placeholder = Timestamp(milliseconds: 0)
}
