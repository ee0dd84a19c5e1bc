import Foundation

/// The fields of a JSON object that a client sent. Each is read as the type of the property that it is assigned to, and
/// all errors are collected, so that a client receives them together.
struct BodyFields: Decodable {
    private let container: KeyedDecodingContainer<AnyKey>
    private var known: Set<String> = []
    private var errors: [FieldError] = []
    /// The errors in the values of fields. They come after those of missing and mistyped ones.
    private var violations: [FieldError] = []

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: AnyKey.self)
    }

    /// Whether the body has the key, even if its value is `null`.
    func has(_ name: String) -> Bool { container.contains(AnyKey(stringValue: name)) }

    /// The value of a required field. If it is invalid, an error is noted, and ``check()`` throws.
    /// - Parameter rule: replaces the rule of the type.
    mutating func required<Value: FieldValue>(_ name: String, _ rule: FieldRule<Value>? = nil) -> Value {
        if isMissing(name) { note(.required(name)) }
        return read(name, rule, expected: Value.expected) ?? .placeholder
    }

    /// The value of a field that may be absent or `null`.
    mutating func optional<Value: FieldValue>(_ name: String, _ rule: FieldRule<Value>? = nil) -> Value? {
        read(name, rule, expected: Value.expectedIfOptional)
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
        if isMissing(name) { note(.required(name)) }
        guard var inner: BodyFields = decode(name, expected: "an object") else { return nil }
        let value = body(&inner)
        func within(_ error: FieldError) -> FieldError {
            FieldError(field: "\(name).\(error.field)", code: error.code, message: error.message)
        }
        errors += inner.errors.map(within)
        violations += inner.violations.map(within)
        return inner.hasErrors ? nil : value
    }

    /// Notes an error for each key that was not read. Otherwise, unknown keys are ignored.
    mutating func refuseOthers(_ message: String) {
        for key in container.allKeys.map(\.stringValue).sorted() where !known.contains(key) {
            violations.append(FieldError(field: key, code: "unexpected", message: message))
        }
    }

    func check() throws(Problem) {
        if hasErrors { throw .validationFailed(errors + violations) }
    }

    private func isMissing(_ name: String) -> Bool {
        !has(name) || (try? container.decodeNil(forKey: AnyKey(stringValue: name))) == true
    }

    private mutating func decode<Value: Decodable>(_ name: String, expected: String) -> Value? {
        known.insert(name)
        if isMissing(name) { return nil }
        let value = try? container.decode(Value.self, forKey: AnyKey(stringValue: name))
        if value == nil { note(.mistyped(name, expected: expected)) }
        return value
    }

    private mutating func read<Value: FieldValue>(
        _ name: String, _ rule: FieldRule<Value>?, expected: String
    ) -> Value? {
        guard let value: Value = decode(name, expected: expected) else { return nil }
        if let error = (rule ?? Value.rule).error(name, value) { violations.append(error) }
        return value
    }
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
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
