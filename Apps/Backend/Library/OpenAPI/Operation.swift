import HTTPTypes

/// One route in OpenAPI.
struct Operation: Equatable, Sendable {
    enum Access: Sendable {
        case open
        /// An access token, or none.
        case guest
        /// An access token.
        case bearer
        /// A client's own credentials.
        case client

        /// The alternative security schemes by their names in ``OpenAPIDocument``; `nil` means no credentials.
        fileprivate var schemes: [String?] {
            switch self {
            case .open: []
            case .guest: [nil, "bearer"]
            case .bearer: ["bearer"]
            case .client: ["client"]
            }
        }
    }

    /// The body of a request.
    struct Body: Equatable, Sendable {
        let type: String
        let schema: JSONSchema

        static func json(_ schema: JSONSchema) -> Self { Self(type: "application/json", schema: schema) }
    }

    let method: HTTPRequest.Method
    /// In the router's syntax: `/v2/users/{id}`.
    let path: String
    /// The name of a function in a generated client.
    let id: String
    let summary: String
    var access = Access.bearer
    var isDeprecated = false
    /// Whether requests without a slash at the end are redirected.
    var endsWithSlash = false
    var parameters: [OperationParameter] = []
    var body: Body?
    /// The route's own responses. ``allResponses`` adds the common ones.
    let responses: [OperationResponse]

    var allResponses: [OperationResponse] {
        responses + OperationResponse.everywhere + (body == nil ? [] : OperationResponse.withBody)
            + ([.guest, .bearer].contains(access) ? [.unauthorized] : [])
    }

    var json: JSONValue {
        let common = ["X-Request-Id"] + (isDeprecated ? ["Deprecation", "Sunset", "Link"] : [])
        var responses: [String: JSONValue] = [:]
        // The operation's own responses replace common ones with the same status.
        for response in allResponses.reversed() {
            responses[String(response.status.code)] = response.json(common: common)
        }
        var members: [String: JSONValue] = [
            "operationId": .string(id), "summary": .string(summary), "responses": .object(responses),
            "security": .array(access.schemes.map { .object($0.map { [$0: []] } ?? [:]) }),
        ]
        if isDeprecated { members["deprecated"] = true }
        if !parameters.isEmpty { members["parameters"] = .array(parameters.map(\.json)) }
        if let body {
            members["requestBody"] = [
                "required": true, "content": .object([body.type: ["schema": body.schema.json]]),
            ]
        }
        return .object(members)
    }
}
