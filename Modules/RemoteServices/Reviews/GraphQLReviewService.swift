public import GraphQL
public import Models
public import Networking
import Primitives
public import Services

/// Reads and writes reviews with GraphQL. Queries are GETs, so that the response cache stores their results.
public struct GraphQLReviewService: ReviewService {
    private let client: Client
    private let session: Session<Member>?
    private let persistedQueries: PersistedQueries?

    /// - Parameters:
    ///   - client: reads as a guest; its environment has the address of the server, without `/graphql` and without a
    ///     version.
    ///   - session: writes, on the same client; `nil` for a guest, who may only read.
    ///   - persistedQueries: shared between the services of one server; `nil` sends every document.
    public init(client: Client, session: Session<Member>? = nil, persistedQueries: PersistedQueries? = nil) {
        self.client = client
        self.session = session
        self.persistedQueries = persistedQueries
    }

    /// The service of a guest, with the backend's GraphQL, whose path has no version.
    init(
        beside backend: Client, _ defaultHeaders: [HeaderField], hashing: any ContentHashing
    ) throws(InvalidAPIEnvironment) {
        let environment = try APIEnvironment(
            name: "graphql", baseURL: backend.environment.baseURL, defaultHeaders: defaultHeaders)
        self.init(client: backend.client(for: environment), persistedQueries: PersistedQueries(hashing: hashing))
    }

    /// The same service, which also writes on behalf of `account`.
    func writing(as account: Account, of sessions: AccountSessions) -> GraphQLReviewService {
        GraphQLReviewService(
            client: client, session: sessions.session(of: account, on: client), persistedQueries: persistedQueries)
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

    /// Its calls are never signed: the responses are the same for everyone, so all accounts share one cached response.
    private var guest: GraphQLSession<Guest> {
        GraphQLSession(client.session(for: Guest.self), queryMethod: .get, persistedQueries: persistedQueries)
    }

    /// Executes a mutation on behalf of the account. Only a complete result is a success.
    private func execute<Value>(
        _ mutation: GraphQLOperation<Member, Value>
    ) async throws(ReviewServiceError) -> Value {
        guard let session else { throw .loggedOut }
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

extension ReviewServiceError {
    /// Maps the error of a GraphQL call. A 404 means that this address has no GraphQL, not that a review is missing.
    public init(ofCall error: NetworkError) {
        self = error.isNotFound ? .failed(ServiceFailure(error)) : ReviewServiceError(error)
    }

    /// Maps the errors of a result. The first one decides, because the others often are its consequences.
    public init(ofResult errors: [GraphQLError]) {
        let error = errors.first ?? GraphQLError(message: "The server returned no data.")
        let failure = ServiceFailure(error)
        switch error.code {
        case "UNAUTHENTICATED": self = .loggedOut
        case "FORBIDDEN": self = .forbidden(failure)
        case "NOT_FOUND": self = .notFound(failure)
        default: self = .failed(failure)
        }
    }
}

extension ServiceFailure {
    /// The failure that an error in a result reports, with the server's message.
    init(_ error: GraphQLError) {
        let kind: Kind =
            switch error.code {
            case "UNAUTHENTICATED": .unauthorized
            case "FORBIDDEN": .forbidden
            case "NOT_FOUND": .notFound
            case "BAD_USER_INPUT", "TOO_COMPLEX": .rejected
            case "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED", "OPERATION_RESOLUTION_FAILURE": .rejected
            default: .server
            }
        self.init(kind, UserMessage("status.message", "%1$@", error.message), diagnostic: "\(error)")
    }
}
