import Foundation
import GRDB

/// The data that the resolvers of one operation use. It exists in a transaction only.
struct ReviewContext {
    let db: Database
    let catalog: CatalogStore
    let caller: Caller?
    /// Whether the request has a token that is expired, revoked or unknown. The caller is then a guest.
    var hasInvalidToken = false
    /// Whether `averageStars` fails. A fault switch sets it.
    var failsAverageStars = false
    let now: Timestamp

    /// The member who sent the request.
    /// - Throws: `UNAUTHENTICATED` for a guest.
    func member() throws -> User {
        if let caller { return caller.user }
        throw GraphQLError(
            .unauthenticated,
            hasInvalidToken ? "The access token is expired, revoked or unknown." : "This requires an access token.")
    }

    /// The root object of an operation.
    /// - Parameter review: the review of a subscription's event.
    func root(of kind: GraphQLOperation.Kind, review: Review? = nil) -> any GraphQLObject {
        switch kind {
        case .query: QueryRoot(context: self)
        case .mutation: MutationRoot(context: self)
        case .subscription:
            GraphQLRecord(kind.rootType, ["reviewAdded": review.map { .object(object($0)) } ?? .null])
        }
    }

    fileprivate func reviews(ofBook id: Int, _ arguments: GraphQLValue) throws -> GraphQLResult {
        let count = try Self.count(arguments)
        return .list(
            try Review.fetch(db, "book_id = ? ORDER BY number DESC LIMIT ?", [id, count]).map { .object(object($0)) })
    }

    /// The number of items of a list from its argument `first`.
    fileprivate static func count(_ arguments: GraphQLValue) throws -> Int {
        guard let count = arguments["first"]?.int, (1...100).contains(count) else {
            throw GraphQLError(.badUserInput, "The argument \"first\" must be from 1 to 100.")
        }
        return count
    }

    fileprivate func object(_ review: Review) -> GraphQLRecord {
        GraphQLRecord(
            "Review",
            [
                "id": .string(review.id), "book": book(review.bookID), "stars": .int(review.stars),
                "text": .string(review.text), "author": .string(review.author),
                "createdAt": .string(review.createdAt.description),
            ])
    }

    fileprivate func book(_ id: Int) -> GraphQLResult {
        catalog.book(id: id).map { .object(BookObject(book: $0, context: self)) } ?? .null
    }
}

private struct BookObject: GraphQLObject {
    let book: Book
    let context: ReviewContext
    let typeName = "Book"

    func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
        switch field {
        case "id": return .int(book.id)
        case "title": return .string(book.title)
        case "authors":
            return .list(
                book.authors.map {
                    .object(
                        GraphQLRecord(
                            "Person",
                            [
                                "name": .string($0.name), "birthYear": .int($0.birthYear),
                                "deathYear": .int($0.deathYear),
                            ]))
                })
        case "languages": return .list(book.languages.map { .string($0) })
        case "downloadCount": return .int(book.downloadCount)
        case "averageStars":
            guard !context.failsAverageStars else {
                throw GraphQLError(.upstream, "The ratings service does not respond.")
            }
            let average = try Double.fetchOne(
                context.db, sql: "SELECT round(avg(stars), 2) FROM reviews WHERE book_id = ?", arguments: [book.id])
            return .value(average.map { .float($0) } ?? .null)
        default: return try context.reviews(ofBook: book.id, arguments)
        }
    }
}

private struct QueryRoot: GraphQLObject {
    let context: ReviewContext
    let typeName = "Query"

    func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
        switch field {
        case "book": return context.book(arguments["id"]?.int ?? 0)
        case "books": return .object(try books(arguments))
        case "reviews": return try context.reviews(ofBook: arguments["book"]?.int ?? 0, arguments)
        default:
            let user = try context.member()
            return .object(GraphQLRecord("Member", ["id": .string(user.id), "name": .string(user.name)]))
        }
    }

    /// A page of the books whose title or authors contain every word of the search, most popular first.
    private func books(_ arguments: GraphQLValue) throws -> GraphQLRecord {
        let count = try ReviewContext.count(arguments)
        let query = BookQuery(filters: BookQuery.words(arguments["search"]?.string ?? ""))
        let books = context.catalog.books(matching: query)
        var start = 0
        if let cursor = arguments["after"]?.string {
            guard let position = books.firstIndex(where: { Self.cursor(of: $0) == cursor }) else {
                throw GraphQLError(.badUserInput, "The argument \"after\" is not a cursor of this list.")
            }
            start = position + 1
        }
        let page = books.dropFirst(start).prefix(count)
        return GraphQLRecord(
            "BookConnection",
            [
                "nodes": .list(page.map { .object(BookObject(book: $0, context: context)) }),
                "totalCount": .int(books.count), "endCursor": .string(page.last.map(Self.cursor)),
                "hasNextPage": .value(.bool(start + page.count < books.count)),
            ])
    }

    /// Encoded, so that clients treat cursors as opaque.
    private static func cursor(of book: Book) -> String { Data("book:\(book.id)".utf8).base64EncodedString() }
}

/// Every field requires an access token.
private struct MutationRoot: GraphQLObject {
    let context: ReviewContext
    let typeName = "Mutation"

    private static let stars = FieldRule<Int>.range(1...5)
    private static let text = FieldRule<String>.paragraphs(2000, mayBeBlank: false)

    func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
        let member = try context.member()
        return .object(
            field == "addReview"
                ? try addReview(arguments["input"] ?? [:], by: member)
                : try updateReview(arguments["id"]?.string ?? "", arguments["changes"] ?? [:], by: member))
    }

    private func addReview(_ input: GraphQLValue, by member: User) throws -> GraphQLRecord {
        let (book, stars, text) = (input["book"]?.int ?? 0, input["stars"]?.int ?? 0, input["text"]?.string)
        let errors = [
            context.catalog.book(id: book) == nil ? FieldError.invalid("book", "There is no book \(book).") : nil,
            Self.stars.error("stars", stars), text.flatMap { Self.text.error("text", $0) },
        ].compactMap(\.self)
        guard errors.isEmpty else {
            let items = errors.map { error in
                GraphQLResult.object(
                    GraphQLRecord(
                        "FieldError",
                        [
                            "path": .list([.string("input"), .string(error.field)]),
                            "message": .string(error.message),
                        ]))
            }
            return GraphQLRecord("ValidationFailed", ["errors": .list(items)])
        }
        guard try User.exists(context.db, key: member.id) else {
            throw GraphQLError(.unauthenticated, "The account was deleted.")
        }
        let number = try Review.insert(
            context.db, bookID: book, authorID: member.id, stars: stars, text: text, at: context.now)
        guard let review = try Review.find(context.db, id: "r-\(number)") else { throw Self.notFound }
        return context.object(review)
    }

    /// An absent field stays unchanged, and `null` removes the text.
    private func updateReview(_ id: String, _ changes: GraphQLValue, by member: User) throws -> GraphQLRecord {
        guard changes["stars"] != .null else { throw GraphQLError(.badUserInput, "stars: This must not be null.") }
        let errors = [
            changes["stars"]?.int.flatMap { Self.stars.error("stars", $0) },
            changes["text"]?.string.flatMap { Self.text.error("text", $0) },
        ].compactMap(\.self)
        if let error = errors.first { throw GraphQLError(.badUserInput, "\(error.field): \(error.message)") }
        guard var review = try Review.find(context.db, id: id) else { throw Self.notFound }
        guard review.authorID == member.id else {
            throw GraphQLError(.forbidden, "Only the author may change this review.")
        }
        review.stars = changes["stars"]?.int ?? review.stars
        if let text = changes["text"] { review.text = text.string }
        try context.db.execute(
            sql: "UPDATE reviews SET stars = ?, text = ? WHERE number = ?",
            arguments: [review.stars, review.text, review.number])
        return context.object(review)
    }

    private static let notFound = GraphQLError(.notFound, "There is no such review.")
}

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

        # RFC 3339 in UTC with milliseconds: 2026-03-01T09:30:00.250Z
        scalar DateTime
        """
}
