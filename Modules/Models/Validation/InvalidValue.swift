/// Why a text or number is not valid as a domain value.
///
/// The initializers that parse untrusted input throw it, so every domain value that exists is valid.
public struct InvalidValue: Error, Sendable, Equatable {
    /// The field in the API's spelling, such as `email`.
    public let field: String
    /// One sentence for users: what is wrong and what is valid. It never contains a secret.
    public let reason: String

    /// - Parameters:
    ///   - field: the field in the API's spelling.
    ///   - reason: one sentence for users.
    public init(field: String, reason: String) {
        self.field = field
        self.reason = reason
    }
}

extension InvalidValue: CustomStringConvertible {
    public var description: String { "\(field): \(reason)" }
}

extension String {
    /// The string without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

extension String {
    /// The text without surrounding white space, if it is valid as one or more paragraphs.
    ///
    /// Throws ``InvalidValue`` with `field` for an empty text, for more than `limit` Unicode scalars, and for control
    /// characters other than line breaks and tabs.
    func paragraphs(of field: String, limit: Int) throws(InvalidValue) -> String {
        let text = trimmed
        let scalars = text.unicodeScalars
        guard !text.isEmpty else {
            throw InvalidValue(field: field, reason: "The \(field) is empty.")
        }
        guard scalars.count <= limit else {
            throw InvalidValue(
                field: field,
                reason: "The \(field) has \(scalars.count) characters, but at most \(limit) are allowed.")
        }
        guard !scalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" })
        else {
            throw InvalidValue(
                field: field,
                reason: "The \(field) has a control character. Only line breaks and tabs are allowed.")
        }
        return text
    }
}
