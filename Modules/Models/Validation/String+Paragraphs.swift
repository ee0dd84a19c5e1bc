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
