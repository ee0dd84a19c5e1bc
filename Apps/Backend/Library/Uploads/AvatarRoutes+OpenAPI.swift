import HTTPTypes

extension AvatarRoutes {
    var schemas: [String: JSONSchema] {
        [
            "AvatarForm": .object(
                ["avatar": JSONSchema(json: ["type": "string", "format": "binary"])], isClosed: true),
            "AvatarReceipt": .object([
                "avatar_url": .address, "content_type": .choice(ImageType.allCases.map(\.rawValue)), "size": .count(),
                "sha256": .text(pattern: "^[0-9a-f]{64}$"), "uploaded_at": .moment,
            ]),
        ]
    }

    private static let fields = [
        "ETag", "Last-Modified", "Cache-Control", "Vary", "Accept-Ranges", "Content-Security-Policy",
        "Content-Disposition", "X-Content-Type-Options",
    ]

    var operations: [Operation] {
        [
            Operation(
                method: .post, path: "/v2/users/{id}/avatar", id: "sendAvatar", summary: "Replace a user's avatar.",
                parameters: [.userID, .idempotencyKey],
                body: .init(type: "multipart/form-data", schema: .named("AvatarForm")),
                responses: [
                    .json(.created, "The avatar is stored.", .named("AvatarReceipt")), .notFound, .unsupported,
                    .unprocessable, .problem(.conflict, "The same request is in progress.", fields: ["Retry-After"]),
                ]),
            Operation(
                method: .get, path: "/v2/users/{id}/avatar", id: "avatar",
                summary: "Download a user's avatar, or a part of it.",
                parameters: [.userID] + OperationParameter.readConditions + OperationParameter.ranges,
                responses: [
                    OperationResponse(
                        status: .ok, summary: "The avatar.", types: ImageType.allCases.map(\.rawValue),
                        fields: Self.fields),
                    OperationResponse(
                        status: .partialContent, summary: "The requested part.",
                        types: ImageType.allCases.map(\.rawValue),
                        fields: Self.fields + ["Content-Range"]),
                    .notModified, .notFound, .preconditionFailed,
                    .problem(.rangeNotSatisfiable, "The range is beyond the end.", fields: ["Content-Range"]),
                ]),
        ]
    }
}
