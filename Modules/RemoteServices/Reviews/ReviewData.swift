import Models

/// A review as the fragment `ReviewFields` selects it.
struct ReviewData: Decodable, Sendable {
    private let id: Review.ID
    private let book: BookData
    private let stars: Stars
    private let text: String?
    private let author: String
    private let createdAt: Timestamp

    private struct BookData: Decodable, Sendable {
        let id: Book.ID
    }

    var value: Review {
        Review(id: id, bookID: book.id, stars: stars, text: text, author: author, createdAt: createdAt)
    }
}

/// The data of the query `BookReviews`.
struct BookReviewsData: Decodable, Sendable {
    /// `nil` if there is no such book.
    let book: BookData?

    struct BookData: Decodable, Sendable {
        /// `nil` without reviews, and if the field has an error.
        let averageStars: Double?
        let reviews: [ReviewData]
    }
}

/// The data of the mutation `AddReview`.
struct AddReviewData: Decodable, Sendable {
    let addReview: AddReviewResult
}

/// The data of the mutation `UpdateReview`.
struct UpdateReviewData: Decodable, Sendable {
    let updateReview: ReviewData
}

/// The data of an event of the subscription `NewReviews`.
struct NewReviewData: Decodable, Sendable {
    let reviewAdded: ReviewData
}
