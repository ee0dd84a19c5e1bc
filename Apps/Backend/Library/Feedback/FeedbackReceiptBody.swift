/// The response to a feedback message: `{"id", "created_at", "author_id"}`.
struct FeedbackReceiptBody: Encodable, Sendable {
    let id: String
    let createdAt: Timestamp
    /// The member who sent the message; `null` for a guest.
    let authorID: String?

    init(_ feedback: FeedbackRecord) {
        id = feedback.id
        createdAt = feedback.createdAt
        authorID = feedback.authorID
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case createdAt = "created_at"
        case authorID = "author_id"
    }

    // Written by hand, because the synthesized method omits a missing value instead of writing `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(authorID, forKey: .authorID)
    }
}
