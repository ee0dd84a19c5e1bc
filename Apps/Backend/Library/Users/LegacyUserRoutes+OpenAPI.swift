import HTTPTypes

extension LegacyUserRoutes {
    var schemas: [String: JSONSchema] {
        [
            "UserV1": .object(
                ["userId": .text(example: "u-ada"), "name": .text(), "email": .text()],
                optional: ["description": .text()])
        ]
    }

    private static let user = OperationResponse.json(
        .ok, "The user.", .named("UserV1"), fields: ["ETag", "Last-Modified", "Cache-Control", "Vary"])

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v1/users/me", id: "meV1", summary: "Get the user of the access token.",
                isDeprecated: true, parameters: OperationParameter.readConditions,
                responses: [Self.user, .notModified, .preconditionFailed]),
            Operation(
                method: .get, path: "/v1/users/{id}", id: "userV1", summary: "Get a user.", isDeprecated: true,
                parameters: [.userID] + OperationParameter.readConditions,
                responses: [Self.user, .notModified, .notFound, .preconditionFailed]),
        ]
    }
}
