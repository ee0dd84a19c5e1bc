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

    /// Creates a review from its parts.
    public init(id: ID, bookID: Book.ID, stars: Stars, text: String?, author: String, createdAt: Timestamp) {
        self.id = id
        self.bookID = bookID
        self.stars = stars
        self.text = text
        self.author = author
        self.createdAt = createdAt
    }
}
