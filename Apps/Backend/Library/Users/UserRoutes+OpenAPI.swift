import HTTPTypes

extension UserRoutes {
    var schemas: [String: JSONSchema] {
        let (name, role, description) = (AccountRoutes.name, AccountRoutes.role, AccountRoutes.description)
        return [
            "UserPage": .page(of: "User"),
            "NewUser": .object(
                ["name": name, "email": .email], optional: ["description": description, "role": role.orNull]),
            "UserReplacement": .object(["name": name, "email": .email, "description": description]),
            "UserPatch": .object([:], optional: ["name": name, "email": .email, "description": description]),
        ]
    }

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
                method: .get, path: "/v2/users/{id}", id: "user",
                summary: "Get a user: yourself, or any user as an admin.",
                parameters: [.userID] + OperationParameter.readConditions,
                responses: [AccountRoutes.user, .notModified, .notFound, .preconditionFailed]),
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
