import Foundation
import GRDB

/// A type that a field of a resource may have: its JSON schema, its column and the rule for all fields of that type.
protocol FieldValue: Decodable, Sendable {
    static var schema: JSONSchema { get }
    static var column: Database.ColumnType { get }
    /// The end of an error's message: "This field must be …".
    static var expected: String { get }
    /// The value of a field with an error. It is never stored.
    static var placeholder: Self { get }

    /// The error in a value; `nil` for a valid one.
    func error(in field: String) -> FieldError?
}

extension FieldValue {
    func error(in field: String) -> FieldError? { nil }
}

extension String: FieldValue {
    static let schema = JSONSchema.paragraphs(1...1000, mayBeBlank: false, example: "Text")
    static let column = Database.ColumnType.text
    static let expected = "a string"
    static let placeholder = ""

    func error(in field: String) -> FieldError? {
        FieldRules.paragraphs(field, self, limit: 1000, mayBeBlank: false)
    }
}

extension Int: FieldValue {
    static let schema = JSONSchema(json: ["type": "integer", "format": "int64"])
    static let column = Database.ColumnType.integer
    static let expected = "a whole number"
    static let placeholder = 0
}

extension Bool: FieldValue {
    static let schema = JSONSchema(json: ["type": "boolean"])
    static let column = Database.ColumnType.integer
    static let expected = "true or false"
    static let placeholder = false
}

extension Decimal: FieldValue {
    static let schema = JSONSchema(json: ["type": "number"])
    /// Decimal digits, because a REAL is not exact.
    static let column = Database.ColumnType.text
    static let expected = "a number"
    static let placeholder = Decimal.zero

    func error(in field: String) -> FieldError? {
        isFinite ? nil : .invalid(field, "This number is too large.")
    }
}

extension Timestamp: FieldValue {
    static let schema = JSONSchema.moment
    static let column = Database.ColumnType.integer
    static let expected = "a date and time such as 2026-03-01T09:30:00Z"
    static let placeholder = Timestamp(milliseconds: 0)
}
