extension GraphQLSchema {
    /// The schema of this server, which `GET /graphql/schema.graphql` returns.
    static let libraryText = """
        type Query {
            book(id: Int!): Book
            books(search: String, first: Int = 10, after: String): BookConnection!
            reviews(book: Int!, first: Int = 20): [Review!]!
            # The member whose access token the request carries.
            me: Member
        }

        type Mutation {
            addReview(input: ReviewInput!): AddReviewResult!
            # Only the author.
            updateReview(id: ID!, changes: ReviewChanges!): Review!
            # Only the author. A PNG, JPEG, WebP or GIF, which this server checks and does not store.
            attachPicture(review: ID!, file: Upload!): Attachment!
        }

        type Subscription {
            reviewAdded(book: Int): Review!
        }

        type Book {
            id: Int!
            title: String!
            authors: [Person!]!
            languages: [String!]!
            downloadCount: Int!
            # null without reviews.
            averageStars: Float
            # The latest first, like all lists of reviews.
            reviews(first: Int = 3): [Review!]!
        }

        type Person {
            name: String!
            # Negative before the common era.
            birthYear: Int
            deathYear: Int
        }

        type BookConnection {
            nodes: [Book!]!
            totalCount: Int!
            endCursor: String
            hasNextPage: Boolean!
        }

        type Member {
            id: ID!
            name: String!
        }

        type Review {
            id: ID!
            book: Book!
            # From 1 to 5.
            stars: Int!
            text: String
            author: String!
            createdAt: DateTime!
        }

        input ReviewInput {
            book: Int!
            stars: Int!
            text: String
        }

        # An absent field stays unchanged. null removes the text.
        input ReviewChanges {
            stars: Int
            text: String
        }

        union AddReviewResult = Review | ValidationFailed

        type ValidationFailed {
            errors: [FieldError!]!
        }

        type FieldError {
            path: [String!]!
            message: String!
        }

        type Attachment {
            name: String!
            contentType: String!
            bytes: Int!
            # 64 hexadecimal digits.
            sha256: String!
        }

        # RFC 3339 in UTC with milliseconds: 2026-03-01T09:30:00.250Z
        scalar DateTime
        # A file of a multipart request.
        scalar Upload

        """
}
