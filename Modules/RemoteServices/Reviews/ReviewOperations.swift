import GraphQL
import Models
import Networking

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
