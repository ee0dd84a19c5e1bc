import HTTPTypes

extension LegacyUserRoutes {
    static let schemas: [String: JSONSchema] = [
        "UserV1": .object(
            ["userId": .text(example: "u-ada"), "name": .text(), "email": .text()], optional: ["description": .text()])
    ]

    private static let user = OperationAnswer.json(
        .ok, "The user.", .named("UserV1"), fields: ["ETag", "Last-Modified", "Cache-Control", "Vary"])

    static let operations = [
        Operation(
            method: .get, path: "/v1/users/me", id: "meV1", summary: "Whoever the access token belongs to.",
            isDeprecated: true, parameters: OperationParameter.readConditions,
            answers: [user, .notModified, .preconditionFailed]),
        Operation(
            method: .get, path: "/v1/users/{id}", id: "userV1", summary: "One user.", isDeprecated: true,
            parameters: [.userID] + OperationParameter.readConditions,
            answers: [user, .notModified, .notFound, .preconditionFailed]),
    ]
}
