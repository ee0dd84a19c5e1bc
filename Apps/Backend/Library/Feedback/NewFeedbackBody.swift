/// `{"message", "contact", "rating"}` as the client sent it. The last two are optional. Other keys are ignored.
struct NewFeedbackBody: Decodable, Sendable {
    let message: Field<String>
    let contact: Field<String>
    let rating: Field<Int>

    private enum CodingKeys: String, CodingKey {
        case message
        case contact
        case rating
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        message = container.field(.message)
        contact = container.field(.contact)
        rating = container.field(.rating)
    }

    /// The valid feedback.
    /// - Throws: ``Problem/validationFailed(_:)`` with every invalid field.
    func record(id: String, authorID: String?, at moment: Timestamp) throws(Problem) -> FeedbackRecord {
        var fields = FieldReader()
        let message = fields.required("message", message, expected: "a string")
        let contact = fields.optional("contact", contact, expected: "a string or null")
        let rating = fields.optional("rating", rating, expected: "a whole number or null")
        fields.note(
            message.flatMap { FieldRules.paragraphs("message", $0, limit: Self.messageLimit, mayBeBlank: false) })
        fields.note(contact.flatMap { FieldRules.email("contact", $0) })
        if let rating, !Self.ratings.contains(rating) { fields.note(.outOfRange("rating", Self.ratings)) }
        guard let message, fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
        return FeedbackRecord(
            id: id, authorID: authorID, message: message, contact: contact, rating: rating, createdAt: moment)
    }

    static let messageLimit = 2000
    static let ratings = 1...5
}
