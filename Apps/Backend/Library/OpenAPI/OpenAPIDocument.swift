import HTTPTypes

/// The description of this server (OpenAPI 3.1), made of what stands beside each feature's routes.
struct OpenAPIDocument: Sendable {
    let operations: [Operation]
    let schemas: [String: JSONSchema]

    var json: JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for operation in operations {
            paths[operation.path, default: [:]][operation.method.rawValue.lowercased()] = operation.json
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "strata-backend", "version": "2.0.0",
                "description": """
                Accounts with rotating tokens, users in two versions, avatars, and files to download. \
                Every GET responses HEAD too.
                """,
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
        ("X-Request-Id", "The name of this request in the server's log.", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        ("ETag", "Which state this is; strong.", "\"0123456789abcdef0123456789abcdef\""),
        ("Last-Modified", "When this state began.", "Sun, 01 Mar 2026 09:30:00 GMT"),
        ("Cache-Control", "How it may be kept.", "private, no-cache"),
        ("Vary", "What else the answer depends on.", "Authorization"),
        ("Accept-Ranges", "That parts can be asked for.", "bytes"),
        ("Content-Security-Policy", "What a browser may do with it.", "default-src 'none'; sandbox"),
        ("Content-Disposition", "The name to save it under.", "attachment; filename=\"avatar.png\""),
        ("X-Content-Type-Options", "That its type is as declared.", "nosniff"),
        ("Content-Range", "Which part this is, or how long the whole is.", "bytes 0-1023/2048"),
        (
            "Repr-Digest", "The SHA-256 of the whole (RFC 9530).",
            "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"
        ),
        ("Location", "Where the new resource is.", "http://127.0.0.1:8080/v2/users/u-ada"),
        ("WWW-Authenticate", "The scheme that would help.", "Bearer realm=\"strata\""),
        ("Retry-After", "When to try again.", "1"),
        ("Deprecation", "Since when the version is deprecated (RFC 9745).", "@1767225600"),
        ("Sunset", "When the version stops (RFC 8594).", "Mon, 01 Jan 2029 00:00:00 GMT"),
        ("Link", "The successor, and this document.", "</v2/users/me>; rel=\"successor-version\""),
    ].reduce(into: [:]) { headers, field in
        headers[field.0] = [
            "description": .string(field.1), "schema": ["type": "string"], "example": .string(field.2),
            "required": true,
        ]
    }
}
