/// A parameter of a request in its path, query or header.
struct OperationParameter: Equatable, Sendable {
    enum Place: String, Sendable {
        case path
        case query
        case header
    }

    let place: Place
    let name: String
    let summary: String
    let schema: JSONSchema

    /// The parameters of ``PageQuery``.
    static let page = [
        Self(place: .query, name: "page", summary: "Counted from 1.", schema: .whole(1...1_000_000, default: 1)),
        Self(place: .query, name: "per_page", summary: "Items on a page.", schema: .whole(1...100, default: 20)),
    ]

    /// The precondition fields of a read.
    static let readConditions = [
        Self(
            place: .header, name: "If-None-Match", summary: "The entity tags of the client's copies.",
            schema: .text(example: "\"0123456789abcdef0123456789abcdef\"")),
        Self(
            place: .header, name: "If-Modified-Since", summary: "The Last-Modified of the client's copy.",
            schema: .text(example: "Sun, 01 Mar 2026 09:30:00 GMT")),
    ]

    /// The precondition field of a write.
    static let ifMatch = Self(
        place: .header, name: "If-Match", summary: "The entity tag of the version to change.",
        schema: .text(example: "*"))

    static let idempotencyKey = Self(
        place: .header, name: "Idempotency-Key",
        summary: "A key for this request. A retry with the same key gets the stored response.",
        schema: .text(length: 1...255, pattern: #"^[!#-\[\]-~]+$"#, example: "8e03978e-40d5-43dd-bc93-6894a57f9324"))

    static let ranges = [
        Self(
            place: .header, name: "Range", summary: "The requested part. A request for several parts gets the whole.",
            schema: .text(example: "bytes=0-1023")),
        Self(
            place: .header, name: "If-Range", summary: "The entity tag that the part must belong to.",
            schema: .text(example: "\"sample-1024-recipe-1\"")),
    ]

    var json: JSONValue {
        [
            "in": .string(place.rawValue), "name": .string(name), "description": .string(summary),
            "required": .bool(place == .path), "schema": schema.json,
        ]
    }
}
