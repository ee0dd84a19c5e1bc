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
                method: .post, path: "/v2/users/{id}/avatar", id: "sendAvatar", summary: "Replace a user's picture.",
                parameters: [.userID, .idempotencyKey],
                body: .init(type: "multipart/form-data", schema: .named("AvatarForm")),
                responses: [
                    .json(.created, "The picture is taken over.", .named("AvatarReceipt")), .notFound, .unsupported,
                    .unprocessable, .problem(.conflict, "The same request is being answered.", fields: ["Retry-After"]),
                ]),
            Operation(
                method: .get, path: "/v2/users/{id}/avatar", id: "avatar",
                summary: "A user's picture, whole or in part.",
                parameters: [.userID] + OperationParameter.readConditions + OperationParameter.ranges,
                responses: [
                    OperationResponse(
                        status: .ok, summary: "The picture.", types: ImageType.allCases.map(\.rawValue),
                        fields: Self.fields),
                    OperationResponse(
                        status: .partialContent, summary: "A part of it.", types: ImageType.allCases.map(\.rawValue),
                        fields: Self.fields + ["Content-Range"]),
                    .notModified, .notFound, .preconditionFailed,
                    .problem(.rangeNotSatisfiable, "There are not so many bytes.", fields: ["Content-Range"]),
                ]),
        ]
    }
}
