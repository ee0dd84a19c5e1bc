/// A member's review of a book.
public struct Review: Sendable, Hashable, Identifiable {
    public let id: ID
    public let bookID: Book.ID
    public let stars: Stars
    /// The text as the server sent it, which may have several lines; `nil` for a review that has only stars.
    public let text: String?
    /// The author's name.
    public let author: String
    public let createdAt: Timestamp

    public init(id: ID, bookID: Book.ID, stars: Stars, text: String?, author: String, createdAt: Timestamp) {
        self.id = id
        self.bookID = bookID
        self.stars = stars
        self.text = text
        self.author = author
        self.createdAt = createdAt
    }
}

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
        self = try decoder.validated(by: Self.init(_:))
    }

    /// Encodes the count as an integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }
}

/// The text of a review that is sent to a server: at least one visible character, without surrounding white space.
public struct ReviewText: WireText {
    /// The maximum length in Unicode scalars, as the server counts it.
    public static let limit = 2000

    /// The text, which may contain line breaks and tabs.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `text`.
    public init(_ candidate: String) throws(InvalidValue) {
        text = try candidate.paragraphs(of: "text", limit: Self.limit)
    }
}

/// A review to add to a book.
public struct NewReview: Sendable, Hashable {
    public let bookID: Book.ID
    public let stars: Stars
    /// `nil` for a review that has only stars.
    public let text: ReviewText?

    public init(bookID: Book.ID, stars: Stars, text: ReviewText? = nil) {
        self.bookID = bookID
        self.stars = stars
        self.text = text
    }
}

/// Changes to a part of a review.
public struct ReviewChanges: Sendable, Hashable {
    /// The new stars; `nil` leaves them unchanged.
    public var stars: Stars?
    /// The change to the text, which is optional in a review.
    public var text: Change<ReviewText>

    /// Creates changes from their parts; without arguments they change nothing.
    public init(stars: Stars? = nil, text: Change<ReviewText> = .unchanged) {
        self.stars = stars
        self.text = text
    }
}
