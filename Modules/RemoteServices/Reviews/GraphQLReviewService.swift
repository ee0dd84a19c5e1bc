public import GraphQL
public import Models
public import Networking
public import Services

/// Reads and writes reviews with GraphQL. Queries are GETs, so that the response cache stores their results.
public struct GraphQLReviewService: ReviewService {
    private let account: Account?
    private let client: Client
    private let sessions: AccountSessions
    private let persistedQueries: PersistedQueries?

    /// A service for a guest or for `account`.
    ///
    /// - Parameters:
    ///   - account: `nil` for a guest, who may only read.
    ///   - client: its environment has the address of the server, without `/graphql` and without a version.
    ///   - sessions: shared with the app's `AuthService`.
    ///   - persistedQueries: shared between the services of one server; `nil` sends every document.
    public init(
        account: Account?, client: Client, sessions: AccountSessions, persistedQueries: PersistedQueries? = nil
    ) {
        self.account = account
        self.client = client
        self.sessions = sessions
        self.persistedQueries = persistedQueries
    }

    public func reviews(of book: Book.ID) async throws(ReviewServiceError) -> BookReviews {
        let result: GraphQLResult<BookReviewsData>
        do throws(NetworkError) {
            result = try await guest.execute(.reviews(of: book))
        } catch {
            throw ReviewServiceError(ofCall: error)
        }
        return try BookReviews(result)
    }

    public func add(_ review: NewReview) async throws(ReviewServiceError) -> Review {
        switch try await execute(.addReview(review)).addReview {
        case .review(let review): return review.value
        case .validationFailed(let values): throw .invalid(values)
        }
    }

    public func update(_ id: Review.ID, with changes: ReviewChanges) async throws(ReviewServiceError) -> Review {
        try await execute(.updateReview(id, with: changes)).updateReview.value
    }

    public func newReviews(of book: Book.ID) -> any AsyncSequence<Review, ReviewServiceError> & Sendable {
        NewReviews(results: guest.subscribe(to: .newReviews(of: book)))
    }

    /// Never signed: the responses are the same for everyone, so all accounts share one cached response.
    private var guest: GraphQLSession<Guest> {
        GraphQLSession(client.session(for: Guest.self), queryMethod: .get, persistedQueries: persistedQueries)
    }

    /// Executes a mutation of the account. Only a complete result is a success.
    private func execute<Value>(
        _ mutation: GraphQLOperation<Member, Value>
    ) async throws(ReviewServiceError) -> Value {
        guard let account, let session = sessions.session(Member.self, of: account, on: client) else {
            throw .loggedOut
        }
        let result: GraphQLResult<Value>
        do throws(NetworkError) {
            result = try await GraphQLSession(session).execute(mutation)
        } catch {
            throw ReviewServiceError(ofCall: error)
        }
        guard case .complete(let value) = result else { throw ReviewServiceError(ofResult: result.errors) }
        return value
    }
}
