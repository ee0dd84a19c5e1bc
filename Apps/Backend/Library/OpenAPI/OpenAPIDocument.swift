import HTTPTypes

/// The description of this server in OpenAPI 3.1.
struct OpenAPIDocument: Sendable {
    let operations: [Operation]
    let schemas: [String: JSONSchema]

    var json: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations {
            let path = operation.path + (operation.endsWithSlash ? "/" : "")
            paths[path, default: [:]][operation.method.rawValue.lowercased()] = operation.json
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "strata-backend", "version": "2.0.0",
                "description": "Accounts with rotating tokens, and resources. Every GET route supports HEAD too.",
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(schemas.mapValues(\.json)), "headers": .object(Self.headers),
                "securitySchemes": Self.securitySchemes,
            ],
        ]
    }

    private static let securitySchemes: JSONValue = [
        "bearer": ["type": "http", "scheme": "bearer", "description": "The access token of a login or refresh."],
        "client": ["type": "http", "scheme": "basic", "description": "Client id and secret, both form-encoded."],
    ]

    private static let headers: [String: JSONValue] = [
        ("X-Request-Id", "The id of this request in the server's log.", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        ("ETag", "The version of the resource; strong.", "\"0123456789abcdef0123456789abcdef\""),
        ("Last-Modified", "When the resource last changed.", "Sun, 01 Mar 2026 09:30:00 GMT"),
        ("Cache-Control", "How caches may use the response.", "private, no-cache"),
        ("Vary", "The request fields that the response depends on.", "Authorization"),
        ("Accept-Ranges", "Range requests are supported.", "bytes"),
        // feature: Uploads begin
        ("Content-Security-Policy", "What a browser may do with the content.", "default-src 'none'; sandbox"),
        ("Content-Disposition", "The file name.", "attachment; filename=\"avatar.png\""),
        ("X-Content-Type-Options", "The media type is as declared.", "nosniff"),
        // feature: Uploads end
        ("Content-Range", "The range of this part, or the length of the whole.", "bytes 0-1023/2048"),
        (
            "Repr-Digest", "The SHA-256 of the whole (RFC 9530).",
            "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"
        ),
        ("Location", "The URL of the new resource.", "http://127.0.0.1:8080/v2/users/u-ada"),
        ("WWW-Authenticate", "The authentication scheme.", "Bearer realm=\"strata\""),
        ("Retry-After", "When to try again.", "1"),
        ("Deprecation", "The date of the version's deprecation (RFC 9745).", "@1767225600"),
        ("Sunset", "The date of the version's removal (RFC 8594).", "Mon, 01 Jan 2029 00:00:00 GMT"),
        (
            "Link", "The pages of a list, or the successor of a deprecated route (RFC 8288).",
            "</v2/users/me>; rel=\"successor-version\""
        ),
    ].reduce(into: [:]) { headers, field in
        headers[field.0] = [
            "description": .string(field.1), "schema": ["type": "string"], "example": .string(field.2),
            "required": true,
        ]
    }
}
