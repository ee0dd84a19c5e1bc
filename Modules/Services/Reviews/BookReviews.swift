public import Models

/// The reviews of one book.
public struct BookReviews: Sendable {
    /// The reviews, the newest first.
    public let reviews: [Review]
    public let average: Average

    /// Creates a list from its parts.
    public init(reviews: [Review], average: Average) {
        self.reviews = reviews
        self.average = average
    }

    /// The average of all stars of a book. The server computes it separately, so it alone may be unavailable.
    public enum Average: Sendable {
        /// The book has no review, so it has no average.
        case none
        /// From 1 to 5.
        case stars(Double)
        /// The server could not compute it.
        case unavailable(ServiceFailure)
    }
}
