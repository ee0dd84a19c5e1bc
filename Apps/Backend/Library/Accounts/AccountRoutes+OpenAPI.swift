import HTTPTypes

extension AccountRoutes {
    var schemas: [String: JSONSchema] {
        [
            "User": .object([
                "id": .text(example: "u-ada"), "email": .email, "name": Self.name, "role": Self.role,
                "description": Self.description,
                "avatar_url": JSONSchema.address.orNull,  // feature: Uploads
                "created_at": .moment, "updated_at": .moment,
            ]),
            "UserV1": .object(
                ["userId": .text(example: "u-ada"), "name": .text(), "email": .text()],
                optional: ["description": .text()]),
        ]
    }

    static let name = JSONSchema.line(1...100, example: "Ada Lovelace")
    static let role = JSONSchema.choice(["member", "admin"])
    static let description = JSONSchema.paragraphs(0...1000, example: "Wrote the first program.").orNull

    static let user = OperationResponse.json(.ok, "The user.", .named("User"), fields: validators)
    static let legacyUser = OperationResponse.json(.ok, "The user.", .named("UserV1"), fields: validators)

    private static let validators = ["ETag", "Last-Modified", "Cache-Control", "Vary"]

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v2/users/me", id: "me", summary: "Get the user of the access token.",
                parameters: OperationParameter.readConditions,
                responses: [Self.user, .notModified, .preconditionFailed]),
            Operation(
                method: .get, path: "/v1/users/me", id: "meV1", summary: "Get the user of the access token.",
                isDeprecated: true, parameters: OperationParameter.readConditions,
                responses: [Self.legacyUser, .notModified, .preconditionFailed]),
        ]
    }
}
