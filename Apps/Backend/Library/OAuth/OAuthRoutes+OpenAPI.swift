import HTTPTypes

extension OAuthRoutes {
    var schemas: [String: JSONSchema] {
        [
            "OAuthRequest": .object(
                ["grant_type": .choice(["refresh_token"]), "refresh_token": .text(length: 1...200)],
                optional: ["client_id": .text(), "client_secret": .text(), "scope": .text()]),
            "OAuthError": .object([
                "error": .choice(["invalid_request", "invalid_client", "invalid_grant", "unsupported_grant_type"]),
                "error_description": .text(),
            ]),
        ]
    }

    var operations: [Operation] {
        [
            Operation(
                method: .post, path: "/oauth/token", id: "oauthToken",
                summary: "Spend a refresh token for a new pair, as RFC 6749, section 6, has it.", access: .client,
                body: .init(type: "application/x-www-form-urlencoded", schema: .named("OAuthRequest")),
                responses: [
                    .json(.ok, "The new pair; the old one is void.", .named("Tokens"), fields: ["Cache-Control"]),
                    .json(.unauthorized, "The client is unknown.", .named("OAuthError"), fields: ["WWW-Authenticate"]),
                    OperationResponse(
                        status: .badRequest, summary: "The request or its refresh token is no good.",
                        types: ["application/json"], schema: .named("OAuthError")),
                ])
        ]
    }
}
