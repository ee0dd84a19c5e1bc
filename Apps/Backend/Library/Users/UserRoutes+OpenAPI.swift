import HTTPTypes

extension UserRoutes {
    var schemas: [String: JSONSchema] {
        let (name, role, description) = (Self.name, Self.role, Self.description)
        return [
            "User": .object([
                "id": .text(example: "u-ada"), "email": .email, "name": name, "role": role, "description": description,
                "avatar_url": JSONSchema.address.orNull, "created_at": .moment, "updated_at": .moment,
            ]),
            "UserPage": .page(of: "User"),
            "NewUser": .object(
                ["name": name, "email": .email], optional: ["description": description, "role": role.orNull]),
            "UserReplacement": .object(["name": name, "email": .email, "description": description]),
            "UserPatch": .object([:], optional: ["name": name, "email": .email, "description": description]),
        ]
    }

    private static let name = JSONSchema.line(1...100, example: "Ada Lovelace")
    private static let role = JSONSchema.choice(["member", "admin"])
    private static let description = JSONSchema.paragraphs(0...1000, example: "Wrote the first program.").orNull

    private static let user = OperationResponse.json(
        .ok, "The user.", .named("User"), fields: ["ETag", "Last-Modified", "Cache-Control", "Vary"])
    private static let changed = OperationResponse.json(.ok, "The changed user.", .named("User"))
    private static let taken = OperationResponse.problem(.conflict, "Another user has this email.")

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v2/users", id: "listUsers", summary: "List all users, oldest first. Admins only.",
                parameters: OperationParameter.page + OperationParameter.readConditions,
                responses: [
                    .json(.ok, "One page.", .named("UserPage"), fields: ["ETag", "Cache-Control", "Vary", "Link"]),
                    .notModified,
                    .forbidden, .unprocessable, .preconditionFailed,
                ]),
            Operation(
                method: .post, path: "/v2/users", id: "createUser", summary: "Add a user. Admins only.",
                parameters: [.idempotencyKey], body: .json(.named("NewUser")),
                responses: [
                    .json(.created, "The new user.", .named("User"), fields: ["Location"]), .forbidden, .unsupported,
                    .unprocessable, .problem(.conflict, "The email is taken, or the same request is in progress."),
                ]),
            Operation(
                method: .get, path: "/v2/users/me", id: "me", summary: "Get the user of the access token.",
                parameters: OperationParameter.readConditions,
                responses: [Self.user, .notModified, .preconditionFailed]),
            Operation(
                method: .get, path: "/v2/users/{id}", id: "user",
                summary: "Get a user: yourself, or any user as an admin.",
                parameters: [.userID] + OperationParameter.readConditions,
                responses: [Self.user, .notModified, .notFound, .preconditionFailed]),
            Operation(
                method: .put, path: "/v2/users/{id}", id: "replaceUser", summary: "Replace a user.",
                parameters: [.userID, .ifMatch], body: .json(.named("UserReplacement")),
                responses: [Self.changed, .notFound, Self.taken, .unsupported, .unprocessable, .preconditionFailed]),
            Operation(
                method: .patch, path: "/v2/users/{id}", id: "changeUser", summary: "Change some fields of a user.",
                parameters: [.userID, .ifMatch], body: .json(.named("UserPatch")),
                responses: [Self.changed, .notFound, Self.taken, .unsupported, .unprocessable, .preconditionFailed]),
            Operation(
                method: .delete, path: "/v2/users/{id}", id: "deleteUser",
                summary: "Delete a user with their sessions and avatar.",
                parameters: [.userID, .ifMatch],
                responses: [
                    OperationResponse(status: .noContent, summary: "The user is deleted."), .notFound,
                    .preconditionFailed,
                ]),
        ]
    }
}
