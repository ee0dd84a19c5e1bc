/// The schema's `Book`.
struct BookObject: GraphQLObject {
    let book: Book
    let context: GraphQLContext
    let typeName = "Book"

    func resolve(_ field: String, _ arguments: GraphQLValue) async throws -> GraphQLResult {
        switch field {
        case "id": return .int(book.id)
        case "title": return .string(book.title)
        case "authors": return .list(book.authors.map { .object(Self.person($0)) })
        case "languages": return .list(book.languages.map { .string($0) })
        case "downloadCount": return .int(book.downloadCount)
        case "averageStars":
            guard !context.failsAverageStars else {
                throw GraphQLError(.upstream, "The ratings service does not respond.")
            }
            let average = try await context.reviews.averageStars(ofBook: book.id)
            return .value(average.map { .float($0) } ?? .null)
        case "reviews":
            let count = try GraphQLContext.count(arguments)
            let reviews = try await context.reviews.latest(ofBook: book.id, count: count)
            return .list(reviews.map { .object(ReviewObject(review: $0, context: context)) })
        default: throw GraphQLError.unresolved(field, of: typeName)
        }
    }

    private static func person(_ person: Person) -> GraphQLRecord {
        GraphQLRecord(
            "Person",
            [
                "name": .string(person.name), "birthYear": .int(person.birthYear),
                "deathYear": .int(person.deathYear),
            ])
    }
}
