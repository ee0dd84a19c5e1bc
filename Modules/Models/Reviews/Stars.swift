/// A rating of 1 (worst) to 5 (best) stars.
public struct Stars: Sendable, Hashable, Comparable {
    /// The allowed counts.
    public static let range = 1...5

    /// The number of stars, in ``range``.
    public let count: Int

    /// Throws ``InvalidValue`` with the field `stars` unless `count` is in ``range``.
    public init(_ count: Int) throws(InvalidValue) {
        guard Self.range.contains(count) else {
            throw InvalidValue(
                field: "stars",
                reason: "A review has \(Self.range.lowerBound) to \(Self.range.upperBound) stars.")
        }
        self.count = count
    }

    public static func < (left: Stars, right: Stars) -> Bool {
        left.count < right.count
    }
}

extension Stars: Codable {
    /// Decodes an integer. An invalid one throws `DecodingError.dataCorrupted`.
    public init(from decoder: any Decoder) throws {
        let count = try decoder.singleValueContainer().decode(Int.self)
        do throws(InvalidValue) {
            try self.init(count)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.reason, underlyingError: error))
        }
    }

    /// Encodes the count as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}
