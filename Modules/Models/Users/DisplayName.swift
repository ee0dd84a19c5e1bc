/// A name as people show it: one to 100 characters, not only white space, on one line and without control characters,
/// which could steer the terminal or log that it is shown in.
public struct DisplayName: Sendable, Hashable {
    /// Without surrounding white space.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `name`.
    public init(_ candidate: String) throws(InvalidValue) {
        let trimmed = candidate.trimmed
        // Most names, and for a few bytes instead of the tables of Unicode.
        if (1...100).contains(trimmed.utf8.count), trimmed.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            text = trimmed
            return
        }
        guard !trimmed.isEmpty, trimmed.count <= 100 else {
            throw InvalidValue(field: "name", reason: "A name has between 1 and 100 characters.")
        }
        guard !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !trimmed.contains(where: \.isNewline)
        else {
            throw InvalidValue(field: "name", reason: "A name stands on one line, without control characters.")
        }
        text = trimmed
    }
}

extension DisplayName: CustomStringConvertible {
    public var description: String { text }
}
