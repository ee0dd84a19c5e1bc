extension Product {
    /// The server's name for a product: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, beginning with a letter or
    /// digit.
    ///
    /// The narrow alphabet is that of ``User/ID``, for the same reason: an id stays one segment of a path.
    public struct ID: WireText {
        /// As the server spells it. Case matters.
        public let text: String

        /// Parses `candidate`; throws ``InvalidValue`` with the field `id`.
        public init(_ candidate: String) throws(InvalidValue) {
            let bytes = candidate.utf8
            guard (1...64).contains(bytes.count), let first = bytes.first, Self.isAlphanumeric(first),
                bytes.allSatisfy({ Self.isAlphanumeric($0) || "-_.".utf8.contains($0) })
            else {
                throw InvalidValue(
                    field: "id",
                    reason: "A product id has 1 to 64 letters, digits, -, _ or . and begins with a letter or digit.")
            }
            text = candidate
        }

        private static func isAlphanumeric(_ byte: UInt8) -> Bool {
            byte.isASCIIDigit || byte.isASCIICapital || byte.isASCIILowercase
        }
    }
}
