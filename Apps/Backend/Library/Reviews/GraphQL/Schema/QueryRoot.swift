import Foundation

/// The schema's `Query`.
struct QueryRoot: GraphQLObject {
    let context: GraphQLContext
    let typeName = "Query"

    func resolve(_ field: String, _ arguments: GraphQLValue) async throws -> GraphQLResult {
        switch field {
        case "book": return book(arguments["id"]?.int ?? 0)
        case "books": return .object(try books(arguments))
        case "reviews":
            let count = try GraphQLContext.count(arguments)
            let reviews = try await context.reviews.latest(ofBook: arguments["book"]?.int ?? 0, count: count)
            return .list(reviews.map { .object(ReviewObject(review: $0, context: context)) })
        case "me":
            let user = try context.member()
            return .object(GraphQLRecord("Member", ["id": .string(user.id), "name": .string(user.name)]))
        default: throw GraphQLError.unresolved(field, of: typeName)
        }
    }

    private func book(_ id: Int) -> GraphQLResult {
        context.catalog.book(id: id).map { .object(BookObject(book: $0, context: context)) } ?? .null
    }

    /// A page of the books whose title or authors contain every word of the search, most popular first.
    private func books(_ arguments: GraphQLValue) throws(GraphQLError) -> GraphQLRecord {
        let count = try GraphQLContext.count(arguments)
        let query = BookQuery(filters: BookQuery.words(arguments["search"]?.string ?? ""))
        let books = context.catalog.books(matching: query)
        var start = 0
        if let cursor = arguments["after"]?.string {
            guard let id = Self.id(in: cursor), let position = books.firstIndex(where: { $0.id == id }) else {
                throw GraphQLError(.badUserInput, "The argument \"after\" is not a cursor of this list.")
            }
            start = position + 1
        }
        let page = books.dropFirst(start).prefix(count)
        return GraphQLRecord(
            "BookConnection",
            [
                "nodes": .list(page.map { .object(BookObject(book: $0, context: context)) }),
                "totalCount": .int(books.count),
                "endCursor": .string(page.last.map { Self.cursor(of: $0.id) }),
                "hasNextPage": .value(.bool(start + page.count < books.count)),
            ])
    }

    /// Encoded, so that clients treat cursors as opaque.
    private static func cursor(of id: Int) -> String { Data("book:\(id)".utf8).base64EncodedString() }

    private static func id(in cursor: String) -> Int? {
        let text = Data(base64Encoded: cursor).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.hasPrefix("book:") ? Int(text.dropFirst(5)) : nil
    }
}
