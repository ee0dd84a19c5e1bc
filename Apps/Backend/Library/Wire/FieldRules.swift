/// The rules that fields of several resources share. Lengths are in Unicode scalars, because one character may be
/// made of any number of them.
///
/// ``JSONSchema`` states the same rules for OpenAPI.
enum FieldRules {
    /// The error in a text of one line with at least one visible character.
    static func line(_ field: String, _ text: String, limit: Int) -> FieldError? {
        if text.isBlank { return .blank(field) }
        if text.unicodeScalars.count > limit { return .tooLong(field, limit: limit) }
        if text.unicodeScalars.contains(where: \.isControl) {
            return .invalid(field, "This field must not have control characters.")
        }
        return nil
    }

    /// The error in a text that may have line breaks and tabs.
    static func paragraphs(_ field: String, _ text: String, limit: Int, mayBeBlank: Bool = true) -> FieldError? {
        if !mayBeBlank, text.isBlank { return .blank(field) }
        if text.unicodeScalars.count > limit { return .tooLong(field, limit: limit) }
        if text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) {
            return .invalid(field, "This field must not have control characters other than line breaks and tabs.")
        }
        return nil
    }

    /// The error in an email address.
    ///
    /// The rule is that of HTML's email field. RFC 5322 allows more, such as comments and quoted spaces, which hardly
    /// any address has.
    static func email(_ field: String, _ text: String) -> FieldError? {
        if text.unicodeScalars.count > emailLimit { return .tooLong(field, limit: emailLimit) }
        let label = /[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?/
        let local = /[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~\-]{1,64}/
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts[0].wholeMatch(of: local) != nil
            && parts[1].split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { $0.wholeMatch(of: label) != nil }
        return isAddress ? nil : .invalid(field, "This is not an email address.")
    }

    /// RFC 5321, section 4.5.3.1.3, leaves 254 of a path's 256 octets to the address.
    private static let emailLimit = 254
}

extension FieldError {
    fileprivate static func blank(_ field: String) -> Self {
        .invalid(field, "This field must have at least one visible character.")
    }
}

extension String {
    fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
