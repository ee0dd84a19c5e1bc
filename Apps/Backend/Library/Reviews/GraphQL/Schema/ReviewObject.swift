/// The schema's `Review`.
struct ReviewObject: GraphQLObject {
    let review: ReviewRecord
    let context: GraphQLContext
    let typeName = "Review"

    func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
        switch field {
        case "id": return .string(review.id)
        case "book":
            return context.catalog.book(id: review.bookID).map { .object(BookObject(book: $0, context: context)) }
                ?? .null
        case "stars": return .int(review.stars)
        case "text": return .string(review.text)
        case "author": return .string(review.author)
        case "createdAt": return .string(review.createdAt.description)
        default: throw GraphQLError.unresolved(field, of: typeName)
        }
    }
}
