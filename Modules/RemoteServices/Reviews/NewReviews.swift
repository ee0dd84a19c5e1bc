import GraphQL
import Models
import Networking
import Services

/// The reviews of a subscription. A result that is not complete ends the sequence with its error.
struct NewReviews: AsyncSequence, Sendable {
    typealias Element = Review
    typealias Failure = ReviewServiceError

    let results: GraphQLSubscription<NewReviewData>

    func makeAsyncIterator() -> Iterator {
        Iterator(results: results.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var results: GraphQLSubscription<NewReviewData>.Iterator

        mutating func next() async throws(ReviewServiceError) -> Review? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(ReviewServiceError) -> Review? {
            let result: GraphQLResult<NewReviewData>
            do throws(NetworkError) {
                guard let event = try await results.next(isolation: actor) else { return nil }
                result = try event.get()
            } catch {
                throw ReviewServiceError(ofCall: error)
            }
            guard case .complete(let data) = result else { throw ReviewServiceError(ofResult: result.errors) }
            return data.reviewAdded.value
        }
    }
}
