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

    func member() throws -> User {
        if let caller { return caller.user }
        throw GraphQLError(
            .unauthenticated,
            hasInvalidToken ? "The access token is expired, revoked or unknown." : "This requires an access token.")
    }

    fileprivate func reviews(ofBook id: Int, _ arguments: GraphQLValue) throws -> GraphQLResult {
        let count = try Self.count(arguments)
        let reviews = Review.filter(Column("book_id") == id).order(Column("number").desc).limit(count)
        return .list(try reviews.fetchAll(db).map(object))
    }

    /// The number of items of a list from its argument `first`.
    fileprivate static func count(_ arguments: GraphQLValue) throws -> Int {
        guard let count = arguments["first"]?.int, (1...100).contains(count) else {
            throw GraphQLError(.badUserInput, "The argument \"first\" must be from 1 to 100.")
        }
        return count
    }

    fileprivate func object(_ review: Review) throws -> GraphQLResult {
        .object(
            "Review",
            [
                "id": .string(review.id), "book": book(review.bookID), "stars": .int(review.stars),
                "text": .string(review.text), "author": .string(try User.fetchOne(db, key: review.authorID)?.name),
                "createdAt": .string(review.createdAt.description),
            ])
    }

    /// `null` if there is no such book.
    fileprivate func book(_ id: Int) -> GraphQLResult {
        catalog.book(id: id).map { .object(object($0)) } ?? .null
    }

    private func object(_ book: Book) -> GraphQLObject {
        GraphQLObject(typeName: "Book") { field, arguments in
            switch field {
            case "id": return .int(book.id)
            case "title": return .string(book.title)
            case "authors": return .list(book.authors.map(Self.object))
            case "languages": return .list(book.languages.map { .string($0) })
            case "downloadCount": return .int(book.downloadCount)
            case "averageStars":
                guard !failsAverageStars else {
                    throw GraphQLError(.upstream, "The ratings service does not respond.")
                }
                let average = try Double.fetchOne(
                    db, sql: "SELECT round(avg(stars), 2) FROM reviews WHERE book_id = ?", arguments: [book.id])
                return .value(average.map { .float($0) } ?? .null)
            default: return try reviews(ofBook: book.id, arguments)
            }
        }
    }

    private static func object(_ person: Person) -> GraphQLResult {
        .object(
            "Person",
            [
                "name": .string(person.name), "birthYear": .int(person.birthYear), "deathYear": .int(person.deathYear),
            ])
    }
}

extension ReviewContext {
    var query: GraphQLObject {
        GraphQLObject(typeName: "Query") { field, arguments in
            switch field {
            case "book": return book(arguments["id"]?.int ?? 0)
            case "books": return try books(arguments)
            case "reviews": return try reviews(ofBook: arguments["book"]?.int ?? 0, arguments)
            default:
                let user = try member()
                return .object("Member", ["id": .string(user.id), "name": .string(user.name)])
            }
        }
    }

    /// Every field requires an access token.
    var mutation: GraphQLObject {
        GraphQLObject(typeName: "Mutation") { field, arguments in
            let member = try member()
            return field == "addReview"
                ? try addReview(arguments["input"] ?? [:], by: member)
                : try updateReview(arguments["id"]?.string ?? "", arguments["changes"] ?? [:], by: member)
        }
    }

    /// The root of an event.
    func subscription(_ review: Review) -> GraphQLObject {
        GraphQLObject(typeName: "Subscription") { _, _ in try object(review) }
    }

    /// A page of the books whose title or authors contain every word of the search, most popular first.
    private func books(_ arguments: GraphQLValue) throws -> GraphQLResult {
        let count = try Self.count(arguments)
        let books = catalog.books(matching: BookQuery(search: arguments["search"]?.string ?? ""))
        var start = 0
        if let cursor = arguments["after"]?.string {
            guard let position = books.firstIndex(where: { Self.cursor(of: $0) == cursor }) else {
                throw GraphQLError(.badUserInput, "The argument \"after\" is not a cursor of this list.")
            }
            start = position + 1
        }
        let page = books.dropFirst(start).prefix(count)
        return .object(
            "BookConnection",
            [
                "nodes": .list(page.map { .object(object($0)) }), "totalCount": .int(books.count),
                "endCursor": .string(page.last.map(Self.cursor)),
                "hasNextPage": .value(.bool(start + page.count < books.count)),
            ])
    }

    /// Encoded, so that clients treat cursors as opaque.
    private static func cursor(of book: Book) -> String { Data("book:\(book.id)".utf8).base64EncodedString() }

    private static func errors(_ stars: Int?, _ text: String?) -> [FieldError] {
        let textRule = FieldRule<String>.paragraphs(2000, mayBeBlank: false)
        return [
            stars.flatMap { FieldRule<Int>.range(1...5).error("stars", $0) },
            text.flatMap { textRule.error("text", $0) },
        ].compactMap(\.self)
    }

    private func addReview(_ input: GraphQLValue, by member: User) throws -> GraphQLResult {
        let (book, stars, text) = (input["book"]?.int ?? 0, input["stars"]?.int ?? 0, input["text"]?.string)
        let unknown = catalog.book(id: book) == nil ? [FieldError.invalid("book", "There is no book \(book).")] : []
        let errors = unknown + Self.errors(stars, text)
        guard errors.isEmpty else {
            let items = errors.map { error in
                GraphQLResult.object(
                    "FieldError",
                    ["path": .list([.string("input"), .string(error.field)]), "message": .string(error.message)])
            }
            return .object("ValidationFailed", ["errors": .list(items)])
        }
        guard try User.exists(db, key: member.id) else {
            throw GraphQLError(.unauthenticated, "The account was deleted.")
        }
        let review = Review(bookID: book, authorID: member.id, stars: stars, text: text, createdAt: now)
        return try object(review.insertAndFetch(db))
    }

    /// An absent field stays unchanged, and `null` removes the text.
    private func updateReview(_ id: String, _ changes: GraphQLValue, by member: User) throws -> GraphQLResult {
        guard changes["stars"] != .null else { throw GraphQLError(.badUserInput, "stars: this must not be null.") }
        if let error = Self.errors(changes["stars"]?.int, changes["text"]?.string).first {
            throw GraphQLError(.badUserInput, "\(error.field): \(error.message)")
        }
        guard var review = try Review.find(db, id: id) else {
            throw GraphQLError(.notFound, "There is no such review.")
        }
        guard review.authorID == member.id else {
            throw GraphQLError(.forbidden, "Only the author may change this review.")
        }
        review.stars = changes["stars"]?.int ?? review.stars
        if let text = changes["text"] { review.text = text.string }
        try review.update(db)
        return try object(review)
    }
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
