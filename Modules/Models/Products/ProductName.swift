/// The name of a product: one line of 1 to 120 characters, counted as Unicode scalars, without control characters.
public struct ProductName: WireText {
    /// The name without surrounding white space.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `name`.
    public init(_ candidate: String) throws(InvalidValue) {
        let trimmed = candidate.trimmed
        guard (1...120).contains(trimmed.unicodeScalars.count) else {
            throw InvalidValue(field: "name", reason: "A product's name has between 1 and 120 characters.")
        }
        guard !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !trimmed.contains(where: \.isNewline)
        else {
            throw InvalidValue(field: "name", reason: "A product's name must be one line without control characters.")
        }
        text = trimmed
    }
}
