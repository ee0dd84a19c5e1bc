import Crypto
import Foundation

/// The schema's `Mutation`. Every field requires an access token.
struct MutationRoot: GraphQLObject {
    let context: GraphQLContext
    let typeName = "Mutation"

    func resolve(_ field: String, _ arguments: GraphQLValue) async throws -> GraphQLResult {
        let member = try context.member()
        switch field {
        case "addReview": return .object(try await addReview(arguments["input"] ?? [:], by: member))
        case "updateReview": return .object(try await updateReview(arguments, by: member))
        case "attachPicture": return .object(try await attachPicture(arguments, by: member))
        default: throw GraphQLError.unresolved(field, of: typeName)
        }
    }

    private func addReview(_ input: GraphQLValue, by member: UserRecord) async throws -> any GraphQLObject {
        let (book, stars, text) = (input["book"]?.int ?? 0, input["stars"]?.int ?? 0, input["text"]?.string)
        var errors = Self.errors(stars: stars, text: text)
        if context.catalog.book(id: book) == nil {
            errors.insert(.invalid("book", "There is no book \(book)."), at: 0)
        }
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
        guard
            let review = try await context.reviews.insert(
                bookID: book, authorID: member.id, stars: stars, text: text)
        else { throw GraphQLError(.unauthenticated, "The account was deleted.") }
        return ReviewObject(review: review, context: context)
    }

    private func updateReview(_ arguments: GraphQLValue, by member: UserRecord) async throws -> ReviewObject {
        let changes = arguments["changes"] ?? [:]
        let text: Field<String> =
            switch changes["text"] {
            case nil: .absent
            case .string(let text): .value(text)
            default: .null
            }
        guard changes["stars"] != .null else { throw GraphQLError(.badUserInput, "stars: This must not be null.") }
        let stars = changes["stars"]?.int
        if let error = Self.errors(stars: stars ?? Self.stars.lowerBound, text: changes["text"]?.string).first {
            throw GraphQLError(.badUserInput, "\(error.field): \(error.message)")
        }
        let review = try await context.reviews.update(
            id: arguments["id"]?.string ?? "", stars: stars, text: text, if: Self.check(member))
        guard let review else { throw Self.notFound }
        return ReviewObject(review: review, context: context)
    }

    private func attachPicture(_ arguments: GraphQLValue, by member: UserRecord) async throws -> GraphQLRecord {
        guard case .upload(let key)? = arguments["file"], let file = context.uploads[key] else {
            throw GraphQLError(.badUserInput, "The argument \"file\" must be a file of the request.")
        }
        guard let type = ImageType(sniffing: file.bytes) else {
            throw GraphQLError(.badUserInput, "The file must be a PNG, JPEG, WebP or GIF image.")
        }
        guard let review = try await context.reviews.find(id: arguments["review"]?.string ?? "") else {
            throw Self.notFound
        }
        try Self.check(member)(review)
        return GraphQLRecord(
            "Attachment",
            [
                "name": .string(file.name), "contentType": .string(type.rawValue), "bytes": .int(file.bytes.count),
                "sha256": .string(Data(SHA256.hash(data: file.bytes)).hexadecimal),
            ])
    }

    private static let stars = 1...5
    private static let notFound = GraphQLError(.notFound, "There is no such review.")

    private static func errors(stars: Int, text: String?) -> [FieldError] {
        let starsError = Self.stars.contains(stars) ? nil : FieldError.outOfRange("stars", Self.stars)
        let textError = text.flatMap { FieldRules.paragraphs("text", $0, limit: 2000, mayBeBlank: false) }
        return [starsError, textError].compactMap(\.self)
    }

    private static func check(_ member: UserRecord) -> @Sendable (ReviewRecord) throws -> Void {
        { review in
            guard review.authorID == member.id else {
                throw GraphQLError(.forbidden, "Only the author may change this review.")
            }
        }
    }
}
