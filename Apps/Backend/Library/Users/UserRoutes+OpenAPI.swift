import HTTPTypes

extension UserRoutes {
    static let schemas: [String: JSONSchema] = [
        "User": .object([
            "id": .text(example: "u-ada"), "email": email, "name": name, "role": role, "description": description,
            "avatar_url": JSONSchema.address.orNull, "created_at": .moment, "updated_at": .moment,
        ]),
        "UserPage": .object([
            "items": .list(.named("User")), "page": .whole(1...1_000_000), "per_page": .whole(1...100),
            "total": .count(),
        ]),
        "NewUser": .object(
            ["name": name, "email": email], optional: ["description": description, "role": role.orNull]),
        "UserReplacement": .object(["name": name, "email": email, "description": description]),
        "UserPatch": .object([:], optional: ["name": name, "email": email, "description": description]),
    ]

    /// One visible character at least, and none that controls.
    private static let name = JSONSchema.text(
        length: 1...100, pattern: #"^[^\x00-\x1F\x7F-\x9F]*[^\x00-\x20\x7F-\xA0\s][^\x00-\x1F\x7F-\x9F]*$"#,
        example: "Ada Lovelace")
    private static let email = JSONSchema.text(
        length: 3...254, pattern: "^\(local)@\(label)(\\.\(label))*$", example: "ada@example.com")
    private static let local = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    private static let role = JSONSchema.choice(["member", "admin"])
    private static let description = JSONSchema.text(
        length: 0...1000, pattern: #"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*$"#, example: "Wrote the first program."
    ).orNull

    private static let user = OperationAnswer.json(
        .ok, "The user.", .named("User"), fields: ["ETag", "Last-Modified", "Cache-Control", "Vary"])
    private static let changed = OperationAnswer.json(.ok, "The user as they are now.", .named("User"))
    private static let taken = OperationAnswer.problem(.conflict, "Another user has this email.")

    static let operations = [
        Operation(
            method: .get, path: "/v2/users", id: "listUsers", summary: "All users, the oldest first. For admins.",
            parameters: [
                .init(
                    place: .query, name: "page", summary: "Counted from 1.", schema: .whole(1...1_000_000, default: 1)),
                .init(
                    place: .query, name: "per_page", summary: "Users on a page.", schema: .whole(1...100, default: 20)),
            ] + OperationParameter.readConditions,
            answers: [
                .json(.ok, "One page.", .named("UserPage"), fields: ["ETag", "Cache-Control", "Vary"]), .notModified,
                .forbidden, .unprocessable, .preconditionFailed,
            ]),
        Operation(
            method: .post, path: "/v2/users", id: "createUser", summary: "Add a user. For admins.",
            parameters: [.idempotencyKey], body: .json(.named("NewUser")),
            answers: [
                .json(.created, "The new user.", .named("User"), fields: ["Location"]), .forbidden, .unsupported,
                .unprocessable, .problem(.conflict, "The email is taken, or the same request is being answered."),
            ]),
        Operation(
            method: .get, path: "/v2/users/me", id: "me", summary: "Whoever the access token belongs to.",
            parameters: OperationParameter.readConditions, answers: [user, .notModified, .preconditionFailed]),
        Operation(
            method: .get, path: "/v2/users/{id}", id: "user", summary: "One user: oneself, or anybody for admins.",
            parameters: [.userID] + OperationParameter.readConditions,
            answers: [user, .notModified, .notFound, .preconditionFailed]),
        Operation(
            method: .put, path: "/v2/users/{id}", id: "replaceUser", summary: "State a user anew.",
            parameters: [.userID, .ifMatch], body: .json(.named("UserReplacement")),
            answers: [changed, .notFound, taken, .unsupported, .unprocessable, .preconditionFailed]),
        Operation(
            method: .patch, path: "/v2/users/{id}", id: "changeUser", summary: "Change some of a user.",
            parameters: [.userID, .ifMatch], body: .json(.named("UserPatch")),
            answers: [changed, .notFound, taken, .unsupported, .unprocessable, .preconditionFailed]),
        Operation(
            method: .delete, path: "/v2/users/{id}", id: "deleteUser",
            summary: "Delete a user with all that is theirs.",
            parameters: [.userID, .ifMatch],
            answers: [
                OperationAnswer(status: .noContent, summary: "They are gone."), .notFound, .preconditionFailed,
            ]),
    ]
}
