struct FieldError: Encodable, Equatable, Sendable {
    /// The JSON key, query parameter or form field.
    let field: String
    /// For programs: `required`, `invalid_type`, `too_long`, …
    let code: String
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
}

/// A rule for the values of a field. Lengths are in Unicode scalars, because a character has any number of them.
struct FieldRule<Value>: Sendable {
    /// The error in the value of the named field; `nil` for a valid one.
    let error: @Sendable (String, Value) -> FieldError?
}

extension FieldRule where Value == String {
    static var any: Self { Self { _, _ in nil } }

    /// A text of one line with at least one visible character.
    static func line(_ limit: Int) -> Self {
        text(limit, mayBeBlank: false, controls: [], "This field must not have control characters.")
    }

    /// A text that may have line breaks and tabs.
    static func paragraphs(_ limit: Int, mayBeBlank: Bool = true) -> Self {
        text(
            limit, mayBeBlank: mayBeBlank, controls: ["\n", "\t"],
            "This field must not have control characters other than line breaks and tabs.")
    }

    private static func text(
        _ limit: Int, mayBeBlank: Bool, controls: Set<Unicode.Scalar>, _ message: String
    ) -> Self {
        Self { field, text in
            let scalars = text.unicodeScalars
            if !mayBeBlank, scalars.allSatisfy(\.properties.isWhitespace) {
                return .invalid(field, "This field must have at least one visible character.")
            }
            if scalars.count > limit { return .tooLong(field, limit: limit) }
            let isValid = scalars.allSatisfy { $0.properties.generalCategory != .control || controls.contains($0) }
            return isValid ? nil : .invalid(field, message)
        }
    }

    /// An email address, by the rule of HTML's email field. RFC 5322 allows more, such as comments and quoted spaces,
    /// which hardly any address has.
    static var email: Self {
        Self { field, text in
            // RFC 5321, section 4.5.3.1.3, leaves 254 of a path's 256 octets to the address.
            if text.unicodeScalars.count > 254 { return .tooLong(field, limit: 254) }
            let address =
                #/
                [A-Za-z0-9.!\#$%&'*+\/=?^_`{|}~\-]{1,64} @ [A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?
                (?: \. [A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])? )*
                /#
            return text.wholeMatch(of: address) == nil ? .invalid(field, "This is not an email address.") : nil
        }
    }
}

extension FieldRule where Value: Equatable & Sendable & CustomStringConvertible {
    static func oneOf(_ values: [Value]) -> Self {
        let message = "This must be one of \(values.map(\.description).joined(separator: ", "))."
        return Self { values.contains($1) ? nil : .invalid($0, message) }
    }
}

extension FieldRule where Value == Int {
    static func range(_ range: ClosedRange<Int>) -> Self {
        Self { range.contains($1) ? nil : .outOfRange($0, range) }
    }
}
