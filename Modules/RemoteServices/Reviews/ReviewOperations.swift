import GraphQL
import Models
import Networking
import Services

extension GraphQLFragment {
    fileprivate static var reviewFields: Self {
        GraphQLFragment("fragment ReviewFields on Review { id book { id } stars text author createdAt }")
    }
}

extension GraphQLOperation where Access: GuestScope, Value == BookReviewsData {
    static func reviews(of book: Book.ID) -> Self {
        GraphQLOperation(
            "query BookReviews($book: Int!) { book(id: $book) { averageStars reviews(first: 100) { ...ReviewFields } } }",
            fragments: [.reviewFields], variables: ["book": book])
    }
}

extension GraphQLOperation where Access: MemberScope, Value == AddReviewData {
    static func addReview(_ review: NewReview) -> Self {
        GraphQLOperation(
            """
            mutation AddReview($input: ReviewInput!) {
                addReview(input: $input) {
                    __typename
                    ...ReviewFields
                    ... on ValidationFailed { errors { path message } }
                }
            }
            """,
            fragments: [.reviewFields],
            variables: ["input": ReviewInput(book: review.bookID, stars: review.stars, text: review.text)],
            idempotency: .keyed)
    }
}

extension GraphQLOperation where Access: MemberScope, Value == UpdateReviewData {
    static func updateReview(_ id: Review.ID, with changes: ReviewChanges) -> Self {
        GraphQLOperation(
            """
            mutation UpdateReview($id: ID!, $changes: ReviewChanges!) {
                updateReview(id: $id, changes: $changes) { ...ReviewFields }
            }
            """,
            fragments: [.reviewFields],
            variables: UpdateReviewVariables(id: id, changes: ReviewChangesInput(changes)), idempotency: .keyed)
    }
}

extension GraphQLOperation where Access: GuestScope, Value == NewReviewData {
    static func newReviews(of book: Book.ID) -> Self {
        GraphQLOperation(
            "subscription NewReviews($book: Int!) { reviewAdded(book: $book) { ...ReviewFields } }",
            fragments: [.reviewFields], variables: ["book": book])
    }
}

/// The schema's input `ReviewInput`.
private struct ReviewInput: Encodable, Sendable {
    let book: Book.ID
    let stars: Stars
    let text: ReviewText?
}

private struct UpdateReviewVariables: Encodable, Sendable {
    let id: Review.ID
    let changes: ReviewChangesInput
}

/// The schema's input `ReviewChanges`.
private struct ReviewChangesInput: Encodable, Sendable {
    let stars: GraphQLNullable<Stars>
    let text: GraphQLNullable<ReviewText>

    init(_ changes: ReviewChanges) {
        stars = changes.stars.map(GraphQLNullable.value) ?? .absent
        text =
            switch changes.text {
            case .unchanged: .absent
            case .cleared: .null
            case .set(let text): .value(text)
            }
    }
}

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

/// The result of the mutation `addReview`, a union in the schema.
enum AddReviewResult: Decodable, Sendable {
    case review(ReviewData)
    case validationFailed([InvalidValue])

    private enum CodingKeys: String, CodingKey {
        case typeName = "__typename"
        case errors
    }

    private struct FieldError: Decodable {
        /// The path from the argument to the field, such as `["input", "stars"]`.
        let path: [String]
        let message: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .typeName) {
        case "Review": self = .review(try ReviewData(from: decoder))
        case "ValidationFailed":
            self = .validationFailed(
                try container.decode([FieldError].self, forKey: .errors)
                    .map { InvalidValue(field: $0.path.last ?? "input", reason: $0.message) })
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .typeName, in: container,
                debugDescription: "Expected one of the types Review and ValidationFailed.")
        }
    }
}

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
