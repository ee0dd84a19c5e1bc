/// The server's identifier of an `Item`: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a letter or
/// digit.
///
/// The narrow alphabet makes it safe as one segment of a path. Identifiers of two kinds of items have two types, so
/// that neither can be passed for the other.
public struct Identifier<Item>: WireText {
    /// The id as the server spells it; it is case-sensitive.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `id`.
    public init(_ candidate: String) throws(InvalidValue) {
        let bytes = candidate.utf8
        guard (1...64).contains(bytes.count), let first = bytes.first, Self.isAlphanumeric(first),
            bytes.allSatisfy({ Self.isAlphanumeric($0) || "-_.".utf8.contains($0) })
        else {
            throw InvalidValue(
                field: "id",
                reason: "An id has 1 to 64 letters, digits, -, _ or . and begins with a letter or digit.")
        }
        text = candidate
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIICapital || byte.isASCIILowercase
    }
}
