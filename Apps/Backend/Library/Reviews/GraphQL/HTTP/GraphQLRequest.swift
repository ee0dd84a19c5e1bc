import Foundation

/// A well-formed request ("GraphQL over HTTP", "Request Parameters"). Its document may still be invalid.
struct GraphQLRequest: Sendable {
    /// The hash of a document, sent instead of the document or with it (Apollo's automatic persisted queries).
    struct PersistedQuery: Decodable, Sendable {
        let version: Int
        /// SHA-256 of the document in hexadecimal.
        let sha256Hash: String
    }

    /// `nil` only with a persisted query.
    let query: String?
    let persistedQuery: PersistedQuery?
    let operationName: String?
    /// An object.
    var variables: GraphQLValue

    /// Reads the query of a URL, in which `variables` and `extensions` are JSON.
    init(_ fields: QueryFields) throws(Problem) {
        let body = GraphQLRequestBody(
            query: fields["query"].map { .value($0) } ?? .absent,
            operationName: fields["operationName"].map { .value($0) } ?? .absent,
            variables: Self.json(fields["variables"]), extensions: Self.json(fields["extensions"]))
        try self.init(body)
    }

    /// - Throws: ``Problem/validationFailed(_:)``.
    init(_ body: GraphQLRequestBody) throws(Problem) {
        var fields = FieldReader()
        operationName = fields.optional("operationName", body.operationName, expected: "a string or null")
        let noun = "an object of at most \(GraphQLValue.depthLimit) levels"
        variables = fields.optional("variables", body.variables, expected: noun) ?? [:]
        if case .object = variables {} else { fields.note(.mistyped("variables", expected: noun)) }
        let extensions = fields.optional("extensions", body.extensions, expected: "an object or null")
        persistedQuery = extensions.flatMap {
            fields.optional(
                "extensions.persistedQuery", $0.persistedQuery, expected: "an object with version and sha256Hash")
        }
        query =
            persistedQuery == nil
            ? fields.required("query", body.query, expected: "a string")
            : fields.optional("query", body.query, expected: "a string")
        guard fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
    }

    private static func json<Value: Decodable & Sendable>(_ text: String?) -> Field<Value> {
        guard let text else { return .absent }
        return (try? JSONDecoder().decode(Value.self, from: Data(text.utf8))).map { .value($0) } ?? .mistyped
    }
}

/// `{"query", "operationName", "variables", "extensions"}` as the client sent it. Other keys are ignored.
struct GraphQLRequestBody: Decodable, Sendable {
    /// Extensions other than the persisted query are ignored.
    struct Extensions: Decodable, Sendable {
        let persistedQuery: Field<GraphQLRequest.PersistedQuery>

        private enum CodingKeys: String, CodingKey {
            case persistedQuery
        }

        init(from decoder: any Decoder) throws {
            persistedQuery = try decoder.container(keyedBy: CodingKeys.self).field(.persistedQuery)
        }
    }

    let query: Field<String>
    let operationName: Field<String>
    var variables: Field<GraphQLValue>
    let extensions: Field<Extensions>
}

extension GraphQLRequestBody {
    private enum CodingKeys: String, CodingKey {
        case query
        case operationName
        case variables
        case extensions
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        query = container.field(.query)
        operationName = container.field(.operationName)
        variables = container.field(.variables)
        extensions = container.field(.extensions)
    }
}
