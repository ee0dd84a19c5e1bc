import HTTPTypes

/// One of the answers that a route can give.
struct OperationResponse: Equatable, Sendable {
    let status: HTTPResponse.Status
    let summary: String
    /// The media types of the body; none for an answer without.
    var types: [String] = []
    var schema = JSONSchema(json: [:])
    /// The fields it always carries, by name.
    var fields: [String] = []

    /// An answer in JSON.
    static func json(
        _ status: HTTPResponse.Status, _ summary: String, _ schema: JSONSchema, fields: [String] = []
    ) -> Self {
        Self(status: status, summary: summary, types: ["application/json"], schema: schema, fields: fields)
    }

    static func problem(_ status: HTTPResponse.Status, _ summary: String, fields: [String] = []) -> Self {
        Self(
            status: status, summary: summary, types: ["application/problem+json"], schema: .named("Problem"),
            fields: fields)
    }

    /// What any request can meet before its route sees it, or when the server itself fails.
    static let everywhere = [
        problem(.badRequest, "This is not HTTP, or cannot be read."),
        problem(.requestTimeout, "The request did not arrive in time."),
        problem(.requestHeaderFieldsTooLarge, "The request head is too large."),
        problem(.internalServerError, "The server failed."),
        problem(.notImplemented, "The body has a transfer coding other than chunked."),
        problem(.httpVersionNotSupported, "The version is neither HTTP/1.1 nor HTTP/1.0."),
    ]

    /// What any request with a body can meet.
    static let withBody = [problem(.contentTooLarge, "The body is too large.")]

    static let unsupported = problem(.unsupportedMediaType, "The body is of another type than is read here.")
    static let unprocessable = problem(
        .unprocessableContent, "Some fields are not acceptable; or the idempotency key belongs to another request.")
    static let unauthorized = problem(
        .unauthorized, "The access token is missing, expired or unknown.", fields: ["WWW-Authenticate"])
    static let forbidden = problem(.forbidden, "Only an admin may do this.")
    static let notFound = problem(.notFound, "There is nothing here, or it is not yours.")
    static let preconditionFailed = problem(.preconditionFailed, "The resource has changed since it was read.")
    static let notModified = Self(
        status: .notModified, summary: "The client has this state already.",
        fields: ["ETag", "Cache-Control", "Vary"])

    func json(common: [String]) -> JSONValue {
        var members: [String: JSONValue] = ["description": .string(summary)]
        let content = types.map { ($0, JSONValue.object(["schema": schema.json])) }
        if !content.isEmpty { members["content"] = .object(Dictionary(content, uniquingKeysWith: { $1 })) }
        let references = (fields + common).map { ($0, JSONValue.object(["$ref": "#/components/headers/\($0)"])) }
        members["headers"] = .object(Dictionary(references, uniquingKeysWith: { $1 }))
        return .object(members)
    }
}
