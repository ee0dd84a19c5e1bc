public import Models

/// The reviews of one book.
public struct BookReviews: Sendable {
    /// The newest first.
    public let reviews: [Review]
    public let average: Average

    /// Creates a list from its parts.
    public init(reviews: [Review], average: Average) {
        self.reviews = reviews
        self.average = average
    }

    /// The average of all stars of a book. The server computes it separately, so it can be missing beside reviews.
    public enum Average: Sendable {
        /// No review, so no average.
        case none
        /// From 1 to 5.
        case stars(Double)
        /// The server could not compute it.
        case unavailable(ServiceFailure)
    }
}
