import HTTPTypes

extension AuthRoutes {
    var schemas: [String: JSONSchema] {
        [
            "LoginRequest": .object([
                "email": .text(example: "ada@example.com"), "password": .text(example: "analytical-engine"),
            ]),
            "RefreshRequest": .object(["refresh_token": .text()]),
            "Tokens": .object(Self.tokens),
            "LoginResponse": .object(Self.tokens.merging(["user": .named("User")], uniquingKeysWith: { $1 })),
        ]
    }

    private static let tokens: [String: JSONSchema] = [
        "access_token": .text(length: 43...43), "refresh_token": .text(length: 43...43),
        "token_type": .choice(["Bearer"]), "expires_in": .count(),
    ]

    var operations: [Operation] {
        [
            Operation(
                method: .post, path: "/v2/auth/login", id: "logIn", summary: "Start a session.", access: .open,
                body: .json(.named("LoginRequest")),
                responses: [
                    .json(
                        .ok, "The tokens and user of the new session.", .named("LoginResponse"),
                        fields: ["Cache-Control"]),
                    .problem(.unauthorized, "Email or password is wrong.", fields: ["WWW-Authenticate"]),
                    .problem(
                        .tooManyRequests, "Too many failed logins for this account or from this address.",
                        fields: ["Retry-After"]),
                    .problem(.serviceUnavailable, "Too many logins are in progress.", fields: ["Retry-After"]),
                    .unsupported, .unprocessable,
                ]),
            Operation(
                method: .post, path: "/v2/auth/refresh", id: "refresh",
                summary: "Replace a refresh token by a new pair. Using it twice ends its session.", access: .open,
                body: .json(.named("RefreshRequest")),
                responses: [
                    .json(
                        .ok, "The new tokens. The old ones are revoked.", .named("Tokens"), fields: ["Cache-Control"]),
                    .problem(
                        .unauthorized, "The refresh token is expired, revoked, used or unknown.",
                        fields: ["WWW-Authenticate"]),
                    .unsupported, .unprocessable,
                ]),
            Operation(
                method: .post, path: "/v2/auth/logout", id: "logOut", summary: "End the session of the access token.",
                parameters: [.idempotencyKey],
                responses: [
                    OperationResponse(status: .noContent, summary: "The session has ended."), .unprocessable,
                    .problem(.conflict, "The same request is in progress.", fields: ["Retry-After"]),
                    .problem(.contentTooLarge, "The body is too large."),
                ]),
        ]
    }
}
