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
                summary: "Replace a refresh token by a new pair (RFC 6749, section 6).", access: .client,
                body: .init(type: "application/x-www-form-urlencoded", schema: .named("OAuthRequest")),
                responses: [
                    .json(
                        .ok, "The new tokens. The old ones are revoked.", .named("Tokens"), fields: ["Cache-Control"]),
                    .json(
                        .unauthorized, "Unknown client or wrong secret.", .named("OAuthError"),
                        fields: ["WWW-Authenticate"]),
                    OperationResponse(
                        status: .badRequest, summary: "The request or its refresh token is invalid.",
                        types: ["application/json"], schema: .named("OAuthError")),
                ])
        ]
    }
}
