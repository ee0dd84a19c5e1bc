public import Foundation

/// Feedback on the app: a text with at least one visible character, and optionally an address for a reply and a rating.
public struct FeedbackMessage: Sendable, Hashable {
    /// The maximum length of a text in Unicode scalars, as the server counts it.
    public static let textLimit = 2000
    /// The allowed ratings: 1 is the worst, 5 the best.
    public static let ratings = 1...5

    /// The text without surrounding white space. It may contain line breaks and tabs.
    public let text: String
    /// The address for a reply; `nil` if the sender gave none.
    public let contact: EmailAddress?
    /// The rating, one of ``ratings``; `nil` if the sender gave none.
    public let rating: Int?

    /// Parses `candidate`; throws ``InvalidValue`` with the field `message` or `rating`.
    public init(_ candidate: String, contact: EmailAddress? = nil, rating: Int? = nil) throws(InvalidValue) {
        text = try candidate.paragraphs(of: "message", limit: Self.textLimit)
        if let rating, !Self.ratings.contains(rating) {
            throw InvalidValue(
                field: "rating",
                reason: "A rating is a whole number from \(Self.ratings.lowerBound) to \(Self.ratings.upperBound).")
        }
        self.contact = contact
        self.rating = rating
    }
}

extension FeedbackMessage: Codable {
    enum CodingKeys: String, CodingKey {
        case text = "message"
        case contact, rating
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            container.decode(String.self, forKey: .text),
            contact: container.decodeIfPresent(String.self, forKey: .contact).map { text in try EmailAddress(text) },
            rating: container.decodeIfPresent(Int.self, forKey: .rating))
    }

    /// Encodes the body of the request, without keys for a missing contact or rating.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(contact?.text, forKey: .contact)
        try container.encodeIfPresent(rating, forKey: .rating)
    }
}

/// The server's confirmation of a stored feedback message.
public struct FeedbackReceipt: Sendable, Hashable, Identifiable {
    /// The server's identifier of the message, such as `f-8e03978e`.
    public let id: String
    /// When the server stored the message, by its own clock.
    public let createdAt: Date
    /// The member who sent the message; `nil` for a guest.
    public let authorID: UserID?

    public init(id: String, createdAt: Date, authorID: UserID?) {
        self.id = id
        self.createdAt = createdAt
        self.authorID = authorID
    }
}

extension FeedbackReceipt: Decodable {
    enum CodingKeys: String, CodingKey {
        case id
        case createdAt = "created_at"
        case authorID = "author_id"
    }

    /// Decodes the response of the server. Throws if `author_id` is not a valid ``UserID``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        createdAt = try container.decode(Timestamp.self, forKey: .createdAt).date
        authorID = try container.decodeIfPresent(String.self, forKey: .authorID).map { text in try UserID(text) }
    }
}
