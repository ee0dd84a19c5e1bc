public import Foundation

/// The server's confirmation of a stored feedback message.
public struct FeedbackReceipt: Sendable, Hashable, Identifiable {
    /// The server's identifier of the message, such as `f-8e03978e`.
    public let id: String
    /// When the server stored the message, by its own clock.
    public let createdAt: Date
    /// The member who sent the message; `nil` for a guest.
    public let authorID: UserID?

    /// Creates a receipt from its parts.
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
