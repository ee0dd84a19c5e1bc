/// An error in one field of a request.
struct FieldError: Encodable, Equatable, Sendable {
    /// The JSON key, query parameter or form field.
    let field: String
    /// For programs: `required`, `invalid_type`, `too_long`, …
    let code: String
    /// For people.
    let message: String

    private enum CodingKeys: String, CodingKey {
        case field
        case code
        case message
    }

    static func required(_ field: String) -> Self {
        Self(field: field, code: "required", message: "This field is required.")
    }

    static func mistyped(_ field: String, expected: String) -> Self {
        Self(field: field, code: "invalid_type", message: "This field must be \(expected).")
    }

    static func invalid(_ field: String, _ message: String) -> Self {
        Self(field: field, code: "invalid", message: message)
    }

    static func outOfRange(_ field: String, _ range: ClosedRange<Int>) -> Self {
        .invalid(field, "This must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }

    static func tooLong(_ field: String, limit: Int) -> Self {
        Self(field: field, code: "too_long", message: "At most \(limit) characters are allowed.")
    }
}
