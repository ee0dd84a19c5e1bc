extension Review {
    /// The server's identifier of a review, such as `r-42`. It is opaque, as all IDs in GraphQL are.
    public struct ID: WireText {
        /// The id as the server spells it; it is case-sensitive.
        public let text: String

        /// Parses `candidate`: 1 to 256 visible ASCII characters. Throws ``InvalidValue`` with the field `id`.
        public init(_ candidate: String) throws(InvalidValue) {
            guard (1...256).contains(candidate.utf8.count), candidate.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw InvalidValue(field: "id", reason: "A review id has 1 to 256 visible ASCII characters.")
            }
            text = candidate
        }
    }
}
