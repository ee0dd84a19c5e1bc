/// A user's displayed name: 1 to 100 characters on one line, not only white space.
///
/// Control characters are rejected, because they could control the terminal or log that shows the name.
public struct DisplayName: Sendable, Hashable {
    /// The name without surrounding white space.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `name`.
    public init(_ candidate: String) throws(InvalidValue) {
        let trimmed = candidate.trimmed
        // Fast path for most names, without lookups in Unicode tables.
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
            throw InvalidValue(field: "name", reason: "A name must be on one line, without control characters.")
        }
        text = trimmed
    }
}

extension DisplayName: CustomStringConvertible {
    public var description: String { text }
}
