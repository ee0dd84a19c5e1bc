import ContractSuites
import Foundation
import Models
import Services
import TestSupport
import Testing

struct MockReviewServiceTests {
    @Test("a mock returns responses, passes other calls on and records each call")
    func responses() async throws {
        let (book, id) = (try Book.ID(84), try Review.ID("r-1"))
        let review = Review(
            id: id, bookID: book, stars: try Stars(4), text: nil, author: "Ada",
            createdAt: Timestamp(Date(timeIntervalSince1970: 0)))
        let base = MockReviewService(
            reviews: .value(BookReviews(reviews: [review], average: .none)), update: .value(review),
            newReviews: .value([review, review]))
        let mock = MockReviewService(over: base, add: .error(.loggedOut))
        #expect(try await mock.reviews(of: book).reviews == [review])
        let new = NewReview(bookID: book, stars: review.stars)
        await expectFailure(.loggedOut) { try await mock.add(new) }
        #expect(try await mock.update(id, with: ReviewChanges(text: .cleared)) == review)
        var seen: [Review] = []
        for try await review in mock.newReviews(of: book) { seen.append(review) }
        #expect(seen == [review, review])
        #expect(
            mock.calls == [
                .reviews(of: book), .add(new), .update(id, ReviewChanges(text: .cleared)), .newReviews(of: book),
            ])
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let (reviews, book) = (MockReviewService(), try Book.ID(84))
        await expectUnexpectedCalls([
            "ReviewService.reviews(of:)": { _ = try await reviews.reviews(of: book) },
            "ReviewService.add(_:)": { _ = try await reviews.add(NewReview(bookID: book, stars: Stars(1))) },
            "ReviewService.update(_:with:)": { _ = try await reviews.update(Review.ID("r-1"), with: ReviewChanges()) },
            "ReviewService.newReviews(of:)": { for try await _ in reviews.newReviews(of: book) {} },
        ])
    }
}
