/// An error in one field of a request.
struct FieldError: Encodable, Equatable, Sendable {
    /// The JSON key, query parameter or form field.
    let field: String
    /// For programs: `required`, `invalid_type`, `too_long`, …
    let code: String
    /// For people.
    let message: String

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

    fileprivate static func tooLong(_ field: String, limit: Int) -> Self {
        Self(field: field, code: "too_long", message: "At most \(limit) characters are allowed.")
    }

    fileprivate static func blank(_ field: String) -> Self {
        .invalid(field, "This field must have at least one visible character.")
    }
}

/// A rule for the values of a field. Lengths are in Unicode scalars, because one character may be made of any number of
/// them.
struct FieldRule<Value>: Sendable {
    /// The error in the value of the named field; `nil` for a valid one.
    let error: @Sendable (String, Value) -> FieldError?
}

extension FieldRule where Value == String {
    static var any: Self { Self { _, _ in nil } }

    /// A text of one line with at least one visible character.
    static func line(_ limit: Int) -> Self {
        Self { field, text in
            if text.isBlank { return .blank(field) }
            if text.unicodeScalars.count > limit { return .tooLong(field, limit: limit) }
            if text.unicodeScalars.contains(where: \.isControl) {
                return .invalid(field, "This field must not have control characters.")
            }
            return nil
        }
    }

    /// A text that may have line breaks and tabs.
    static func paragraphs(_ limit: Int, mayBeBlank: Bool = true) -> Self {
        Self { field, text in
            if !mayBeBlank, text.isBlank { return .blank(field) }
            if text.unicodeScalars.count > limit { return .tooLong(field, limit: limit) }
            if text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) {
                return .invalid(
                    field, "This field must not have control characters other than line breaks and tabs.")
            }
            return nil
        }
    }

    /// An email address, by the rule of HTML's email field. RFC 5322 allows more, such as comments and quoted spaces,
    /// which hardly any address has.
    static var email: Self {
        Self { field, text in
            // RFC 5321, section 4.5.3.1.3, leaves 254 of a path's 256 octets to the address.
            if text.unicodeScalars.count > 254 { return .tooLong(field, limit: 254) }
            let label = /[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?/
            let local = /[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~\-]{1,64}/
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            let isAddress =
                parts.count == 2 && parts[0].wholeMatch(of: local) != nil
                && parts[1].split(separator: ".", omittingEmptySubsequences: false)
                    .allSatisfy { $0.wholeMatch(of: label) != nil }
            return isAddress ? nil : .invalid(field, "This is not an email address.")
        }
    }
}

extension FieldRule where Value == Int {
    static func range(_ range: ClosedRange<Int>) -> Self {
        Self { range.contains($1) ? nil : .outOfRange($0, range) }
    }
}

extension String {
    fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
