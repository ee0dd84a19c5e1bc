import GraphQL
import Services

extension BookReviews {
    /// Reads a result in which only the average may be missing. Errors elsewhere fail the call, because a list without
    /// some of its reviews or texts would look complete.
    init(_ result: GraphQLResult<BookReviewsData>) throws(ReviewServiceError) {
        let missing = result.errors(at: ["book", "averageStars"])
        guard missing.count == result.errors.count, let data = result.value else {
            throw ReviewServiceError(ofResult: result.errors)
        }
        guard let book = data.book else { throw .notFound(nil) }
        let average: Average =
            if let error = missing.first {
                .unavailable(ServiceFailure(error))
            } else {
                book.averageStars.map(Average.stars) ?? .none
            }
        self.init(reviews: book.reviews.map(\.value), average: average)
    }
}
