public import Foundation

/// Foundation's exact decimal number. With this alias, a generated model needs no `public import Foundation`, which
/// would cause a warning in a model without decimal numbers.
public typealias Decimal = Foundation.Decimal

/// A type that a field of a resource may have, with the rule for all fields of that type. A field with its own rule
/// needs its own type, such as ``EmailAddress``.
protocol FieldValue {
    /// The valid value; throws ``InvalidValue`` with `field`.
    func valid(as field: String) throws(InvalidValue) -> Self
}

extension String: FieldValue {
    /// The text without surrounding white space: 1 to 1000 characters.
    func valid(as field: String) throws(InvalidValue) -> String { try paragraphs(of: field, limit: 1000) }
}

extension Int: FieldValue {
    func valid(as field: String) throws(InvalidValue) -> Int { self }
}

extension Bool: FieldValue {
    func valid(as field: String) throws(InvalidValue) -> Bool { self }
}

extension Decimal: FieldValue {
    /// The number; throws if it is NaN or infinite, which JSON can't express.
    func valid(as field: String) throws(InvalidValue) -> Decimal {
        guard isFinite else { throw InvalidValue(field: field, reason: "The \(field) is not a number.") }
        return self
    }
}

extension Timestamp: FieldValue {
    /// The date; throws if it is outside the years 0001 to 9999, the range of RFC 3339.
    func valid(as field: String) throws(InvalidValue) -> Timestamp {
        guard InternetDateTime.format(date) != nil else {
            throw InvalidValue(field: field, reason: "The \(field) is not in the years 0001 to 9999.")
        }
        return self
    }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    func valid(as field: String) throws(InvalidValue) -> Wrapped? {
        guard let self else { return nil }
        return try self.valid(as: field)
    }
}
