extension User {
    /// The server's name for a user: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a letter or digit.
    ///
    /// The server chooses it and this workspace never looks inside. The narrow alphabet keeps an id an id wherever it is
    /// written: no slash, dot segment or blank can turn it into another path, header or file name.
    public struct ID: Sendable, Hashable {
        /// As the server spells it; case matters.
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
}

extension User.ID: CustomStringConvertible {
    public var description: String { text }
}
