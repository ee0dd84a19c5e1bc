import HTTPTypes

extension GraphQLRoutes {
    var schemas: [String: JSONSchema] {
        let any = JSONSchema(json: ["type": "object"])
        return [
            "GraphQLRequest": .object(
                ["query": .text(example: "{ book(id: 84) { title averageStars } }")],
                optional: [
                    "operationName": JSONSchema.text().orNull, "variables": any.orNull,
                    "extensions": JSONSchema.object(
                        [:],
                        optional: [
                            "persistedQuery": JSONSchema.object([
                                "version": .whole(1...1), "sha256Hash": .text(pattern: "^[0-9a-fA-F]{64}$"),
                            ]).orNull
                        ]
                    ).orNull,
                ]),
            "GraphQLResponse": .object(
                [:], optional: ["data": any.orNull, "errors": .list(.named("GraphQLError"))]),
            "GraphQLError": .object(
                ["message": .text(), "extensions": .object(["code": .text(example: "UNAUTHENTICATED")])],
                optional: [
                    "locations": .list(.object(["line": .count(), "column": .count()])),
                    "path": .list(JSONSchema(json: ["type": ["string", "integer"]])),
                ]),
        ]
    }

    private static let json = [GraphQLFormat.json.rawValue, GraphQLFormat.graphQL.rawValue]
    private static let errors = [
        // A malformed request has this status too, with problem details.
        OperationResponse(
            status: .badRequest, summary: "The operation is invalid, or the request is malformed.",
            types: [GraphQLFormat.graphQL.rawValue, "application/problem+json"],
            schema: JSONSchema(json: [
                "anyOf": [JSONSchema.named("GraphQLResponse").json, JSONSchema.named("Problem").json]
            ])),
        OperationResponse.problem(.notAcceptable, "The client accepts no type of this resource."),
        .problem(.serviceUnavailable, "There are too many subscriptions.", fields: ["Retry-After"]),
        OperationResponse(
            status: .unauthorized, summary: "A fault switch replaced the status of an UNAUTHENTICATED error.",
            types: json, schema: .named("GraphQLResponse"), fields: ["WWW-Authenticate"]),
        .unprocessable,
    ]

    private static func result(fields: [String]) -> OperationResponse {
        OperationResponse(
            status: .ok, summary: "The result, or a stream of them.",
            types: json + [GraphQLFormat.eventStream.rawValue],
            schema: JSONSchema(json: ["anyOf": [JSONSchema.named("GraphQLResponse").json, ["type": "string"]]]),
            fields: fields)
    }

    private static func query(_ name: String, _ summary: String, _ example: JSONValue) -> OperationParameter {
        OperationParameter(place: .query, name: name, summary: summary, schema: .text(example: example))
    }

    var operations: [Operation] {
        [
            Operation(
                method: .post, path: "/graphql", id: "executeGraphQL",
                summary: "Execute an operation. A multipart form has files too.", access: .guest,
                parameters: [.idempotencyKey], body: .json(.named("GraphQLRequest")),
                responses: [Self.result(fields: ["Vary"]), .unsupported] + Self.errors
                    + [.problem(.conflict, "The same request is in progress.", fields: ["Retry-After"])]),
            Operation(
                method: .get, path: "/graphql", id: "queryGraphQL", summary: "Execute a query.", access: .guest,
                parameters: [
                    Self.query(
                        "query", "The document, unless extensions has its hash.", "query Books { books { totalCount } }"
                    ),
                    Self.query("operationName", "The operation in the document.", "Books"),
                    Self.query("variables", "A JSON object.", "{}"),
                    Self.query("extensions", "A JSON object with persistedQuery.", "{}"),
                ] + OperationParameter.readConditions,
                responses: [
                    Self.result(fields: ["Cache-Control", "Vary"]), .notModified, .preconditionFailed,
                    .problem(.methodNotAllowed, "The operation is a mutation."),
                ] + Self.errors),
            Operation(
                method: .get, path: "/graphql/schema.graphql", id: "graphQLSchema",
                summary: "Get the schema in GraphQL's definition language.", access: .open,
                parameters: OperationParameter.readConditions,
                responses: [
                    OperationResponse(
                        status: .ok, summary: "The schema.", types: ["text/plain; charset=utf-8"], schema: .text(),
                        fields: ["ETag", "Cache-Control"]),
                    OperationResponse(
                        status: .notModified, summary: "The client's copy is current.",
                        fields: ["ETag", "Cache-Control"]), .preconditionFailed,
                ]),
        ]
    }
}
