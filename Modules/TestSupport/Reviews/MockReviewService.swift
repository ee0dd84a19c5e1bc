public import Models
public import Services

/// A mock of `ReviewService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
public final class MockReviewService: ReviewService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case reviews(of: Book.ID)
        case add(NewReview)
        case update(Review.ID, ReviewChanges)
        case newReviews(of: Book.ID)
    }

    /// The arguments of ``update(_:with:)``.
    public typealias Update = (id: Review.ID, changes: ReviewChanges)

    private let reviewsResponse: MockResponse<Book.ID, BookReviews, ReviewServiceError>?
    private let addResponse: MockResponse<NewReview, Review, ReviewServiceError>?
    private let updateResponse: MockResponse<Update, Review, ReviewServiceError>?
    private let newReviewsResponse: MockResponse<Book.ID, [Review], ReviewServiceError>?
    private let base: (any ReviewService)?
    private let recorder: MockRecorder<Call>

    /// - Parameters:
    ///   - base: responds to the calls that have no response of their own.
    ///   - newReviews: the elements of a sequence, which ends after them. It runs when the first element is requested.
    public init(
        over base: (any ReviewService)? = nil,
        reviews: MockResponse<Book.ID, BookReviews, ReviewServiceError>? = nil,
        add: MockResponse<NewReview, Review, ReviewServiceError>? = nil,
        update: MockResponse<Update, Review, ReviewServiceError>? = nil,
        newReviews: MockResponse<Book.ID, [Review], ReviewServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        reviewsResponse =
            reviews
            ?? base.map { base in .closure { call throws(ReviewServiceError) in try await base.reviews(of: call) } }
        addResponse =
            add ?? base.map { base in .closure { call throws(ReviewServiceError) in try await base.add(call) } }
        updateResponse =
            update
            ?? base.map { base in
                .closure { call throws(ReviewServiceError) in try await base.update(call.id, with: call.changes) }
            }
        newReviewsResponse = newReviews
        self.base = base
        recorder = MockRecorder("ReviewService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func reviews(of book: Book.ID) async throws(ReviewServiceError) -> BookReviews {
        try await recorder.respond(to: .reviews(of: book), book, with: reviewsResponse)
    }

    public func add(_ review: NewReview) async throws(ReviewServiceError) -> Review {
        try await recorder.respond(to: .add(review), review, with: addResponse)
    }

    public func update(_ id: Review.ID, with changes: ReviewChanges) async throws(ReviewServiceError) -> Review {
        try await recorder.respond(to: .update(id, changes), (id, changes), with: updateResponse)
    }

    public func newReviews(of book: Book.ID) -> any AsyncSequence<Review, ReviewServiceError> & Sendable {
        if newReviewsResponse == nil, let base {
            recorder.record(.newReviews(of: book))
            return base.newReviews(of: book)
        }
        return MockReviews { [recorder, newReviewsResponse] () throws(ReviewServiceError) in
            try await recorder.respond(
                to: .newReviews(of: book), book, with: newReviewsResponse, method: "newReviews(of:)")
        }
    }
}

/// The elements of a response, which runs when the first element is requested.
private struct MockReviews: AsyncSequence, Sendable {
    typealias Element = Review
    typealias Failure = ReviewServiceError

    let load: @Sendable () async throws(ReviewServiceError) -> [Review]

    func makeAsyncIterator() -> Iterator { Iterator(load: load) }

    struct Iterator: AsyncIteratorProtocol {
        let load: @Sendable () async throws(ReviewServiceError) -> [Review]
        var rest: ArraySlice<Review>?

        mutating func next() async throws(ReviewServiceError) -> Review? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(ReviewServiceError) -> Review? {
            var reviews: ArraySlice<Review>
            if let rest { reviews = rest } else { reviews = try await load()[...] }
            defer { rest = reviews }
            return reviews.popFirst()
        }
    }
}
