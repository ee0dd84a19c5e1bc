import CommandLine
import Composition
import Models
import Networking
import RemoteServices
import Services

extension Tour {
    /// The service's protocol hides that the server uses GraphQL. The call events show it.
    func reviews(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let reviews = visit.services.reviews
        try await narrator.step(
            "Read and write reviews with GraphQL: a persisted query, a partial result, a mutation, a subscription",
            with: [reviews]
        ) {
            let book = try Book.ID(84)
            return try await [
                persistedQuery(reviews, of: book), partialResult(reviews, of: book, visit.faults),
                subscription(reviews, to: book),
            ].flatMap(\.self)
        }
    }

    /// The first call registers the document. The others send its hash by GET, so that the cache can store the response.
    private func persistedQuery(_ reviews: any ReviewService, of book: Book.ID) async throws -> [String] {
        _ = monitor.take()
        _ = try await reviews.reviews(of: book)
        let first = monitor.take()
        try expect(first.attempts == 2, "the first query was sent \(first.attempts) times")
        _ = try await reviews.reviews(of: book)
        let list = try await reviews.reviews(of: book)
        let seen = monitor.take()
        try expect(
            seen.attempts == 2 && seen.revalidations == 1,
            "\(seen.revalidations) of \(seen.attempts) responses were valid in the cache")
        return [
            "\(list.summary) of book \(book)",
            "first query: its hash, which the server does not know, then the document",
            "third query: GET with the hash, 304: the stored response is still valid",
        ]
    }

    private func partialResult(
        _ reviews: any ReviewService, of book: Book.ID, _ faults: Session<Guest>
    ) async throws -> [String] {
        try await faults.send(.fault("graphql-average-stars", ["count": 1]))
        let list = try await reviews.reviews(of: book)
        guard case .unavailable(let failure) = list.average else {
            throw Failure("The tour failed: the result is not partial.", .failure)
        }
        return ["partial result: \(list.summary), no average: \(failure.userMessage.printable)"]
    }

    /// Adds a review while a subscription waits for it.
    private func subscription(_ reviews: any ReviewService, to book: Book.ID) async throws -> [String] {
        let review = NewReview(bookID: book, stars: try Stars(4), text: try ReviewText("Cold, but alive."))
        let (monitor, feed) = (monitor, reviews.newReviews(of: book))
        let seen = try await withThrowingTaskGroup(of: Review?.self) { group in
            group.addTask {
                for try await review in feed { return review }
                return nil
            }
            group.addTask {
                await monitor.waitForResponse(to: "NewReviews")
                return try await reviews.add(review)
            }
            return try await group.reduce(into: [Review?]()) { seen, review in seen.append(review) }
        }
        let added = try unwrap(seen.last ?? nil, "no review arrived")
        try expect(seen == [added, added], "another review arrived")
        return [
            "added a review with \(added.stars.count) stars as \(added.author.printable)",
            "a subscription delivered it: \(added.id)  \(added.stars.count)  \((added.text ?? "").printable)",
        ]
    }
}
