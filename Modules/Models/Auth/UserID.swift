/// The server's identifier of a user: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a letter or digit.
///
/// The server chooses it, and clients must not interpret it. The narrow alphabet makes it safe in paths, headers and
/// file names: it can't contain a slash, a dot segment or a space.
public struct UserID: Sendable, Hashable {
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
                reason: "A user id has 1 to 64 letters, digits, -, _ or . and begins with a letter or digit."
            )
        }
        text = candidate
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension UserID: CustomStringConvertible {
    public var description: String { text }
}
