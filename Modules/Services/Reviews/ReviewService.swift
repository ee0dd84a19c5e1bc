import Foundation
public import Models

/// Reads and writes the reviews of books. Every guest may read; members add reviews and change their own.
public protocol ReviewService: Sendable {
    /// The latest reviews of a book, up to 100, the newest first. Throws ``ServiceError/notFound(_:)`` if there is
    /// no such book.
    func reviews(of book: Book.ID) async throws(ReviewServiceError) -> BookReviews

    /// Adds a review. The server stores it once, even if the request is sent again after a lost response. Throws
    /// ``ServiceError/invalid(_:)`` with the field `book` if there is no such book.
    func add(_ review: NewReview) async throws(ReviewServiceError) -> Review

    /// Changes one of the account's own reviews, and returns it with the changes.
    func update(_ id: Review.ID, with changes: ReviewChanges) async throws(ReviewServiceError) -> Review

    /// The reviews added to a book from now on, until the server ends the sequence.
    ///
    /// Nothing is sent until the caller iterates. After a lost connection, the sequence continues with the review after
    /// the last one that arrived. If none had arrived, reviews added while disconnected are missing.
    func newReviews(of book: Book.ID) -> any AsyncSequence<Review, ReviewServiceError> & Sendable
}

/// Why an operation of a ``ReviewService`` failed.
public typealias ReviewServiceError = ServiceError<Never>

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

extension BookReviews {
    /// The number of reviews and their average, such as `2 reviews, average 4.0`.
    public var summary: String {
        let count = reviews.count == 1 ? "1 review" : "\(reviews.count) reviews"
        guard case .stars(let average) = average else { return count }
        return "\(count), average \(String(format: "%.1f", average))"
    }
}
