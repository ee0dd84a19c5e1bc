extension Book {
    /// The number of a book in its catalog, at least 1, such as 2701.
    public struct ID: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// At least 1.
        public let number: Int

        /// Throws ``InvalidValue`` with the field `id` unless `number` is at least 1.
        public init(_ number: Int) throws(InvalidValue) {
            guard number >= 1 else {
                throw InvalidValue(field: "id", reason: "The number of a book is at least 1.")
            }
            self.number = number
        }

        /// The number in decimal digits, without separators.
        public var description: String { String(number) }

        public static func < (left: ID, right: ID) -> Bool {
            left.number < right.number
        }
    }
}

extension Book.ID: Codable {
    /// Decodes an integer. An invalid one throws `DecodingError.dataCorrupted`.
    public init(from decoder: any Decoder) throws {
        let number = try decoder.singleValueContainer().decode(Int.self)
        do throws(InvalidValue) {
            try self.init(number)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.reason, underlyingError: error))
        }
    }

    /// Encodes the number as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
