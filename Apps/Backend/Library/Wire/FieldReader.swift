/// Reads the fields of a body and collects their errors, so that a client receives all at once.
struct FieldReader: Sendable {
    private(set) var errors: [FieldError] = []

    /// The value of a required field; `nil` if an error was noted.
    mutating func required<Value>(_ name: String, _ field: Field<Value>, expected: String) -> Value? {
        switch field {
        case .value(let value): return value
        case .absent, .null: errors.append(.required(name))
        case .mistyped: errors.append(.mistyped(name, expected: expected))
        }
        return nil
    }

    /// The value of a field that may be absent or `null`.
    mutating func optional<Value>(_ name: String, _ field: Field<Value>, expected: String) -> Value? {
        switch field {
        case .value(let value): return value
        case .absent, .null: return nil
        case .mistyped:
            errors.append(.mistyped(name, expected: expected))
            return nil
        }
    }

    /// Adds an error, if there is one.
    mutating func note(_ error: FieldError?) {
        if let error { errors.append(error) }
    }
}
