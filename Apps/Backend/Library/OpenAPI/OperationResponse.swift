import HTTPTypes

/// One of the responses of a route.
struct OperationResponse: Equatable, Sendable {
    let status: HTTPResponse.Status
    let summary: String
    /// The media types of the body; empty without a body.
    var types: [String] = []
    var schema = JSONSchema(json: [:])
    /// The names of the header fields that the response always has.
    var fields: [String] = []

    /// A JSON response.
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

    /// The responses of every route: the server refused the request before the route saw it, or failed.
    static let everywhere = [
        problem(.badRequest, "The request is malformed."),
        problem(.requestTimeout, "The request did not arrive in time."),
        problem(.requestHeaderFieldsTooLarge, "The request head is too large."),
        problem(.internalServerError, "The server failed."),
        problem(.notImplemented, "The request has a transfer coding other than chunked."),
        problem(.httpVersionNotSupported, "The version is neither HTTP/1.1 nor HTTP/1.0."),
    ]

    /// The responses of every route with a request body.
    static let withBody = [problem(.contentTooLarge, "The body is too large.")]

    static let unsupported = problem(.unsupportedMediaType, "The media type of the body is not supported.")
    static let unprocessable = problem(
        .unprocessableContent, "Some fields are invalid, or the idempotency key belongs to another request.")
    static let unauthorized = problem(
        .unauthorized, "The access token is missing, expired, revoked or unknown.", fields: ["WWW-Authenticate"])
    static let forbidden = problem(.forbidden, "Only an admin may do this.")
    static let notFound = problem(.notFound, "Not found, or you don't have access.")
    static let preconditionFailed = problem(.preconditionFailed, "The resource has changed since it was read.")
    static let notModified = Self(
        status: .notModified, summary: "The client's copy is current.",
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
