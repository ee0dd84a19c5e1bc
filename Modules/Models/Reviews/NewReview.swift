/// A review to add to a book.
public struct NewReview: Sendable, Hashable {
    public let bookID: Book.ID
    public let stars: Stars
    /// `nil` for a review that has only stars.
    public let text: ReviewText?

    /// Creates a review from its parts.
    public init(bookID: Book.ID, stars: Stars, text: ReviewText? = nil) {
        self.bookID = bookID
        self.stars = stars
        self.text = text
    }
}
