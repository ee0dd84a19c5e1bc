import Models

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
