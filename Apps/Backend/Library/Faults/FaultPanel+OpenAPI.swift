import HTTPTypes

extension FaultPanel {
    var schemas: [String: JSONSchema] {
        [
            "Counters": .object([
                "requests": .count(), "logins": .count(), "refreshes": .count(), "unauthorized": .count(),
                "routes": JSONSchema(json: ["type": "object", "additionalProperties": ["type": "integer"]]),
                "downloads": .list(
                    .object(["path": .text(), "status": .whole(100...599)], optional: ["range": .text()])),
            ])
        ]
    }

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/faults/counters", id: "counters", summary: "Get the request counters.",
                access: .open, responses: [.json(.ok, "The counts.", .named("Counters"))]),
            control("reset-counters", "Reset the request counters."),
            control("expire-access-tokens", "Expire all access tokens."),
            control("disarm", "Disarm all faults."),
        ] + [
            fault(
                "refuse", "Refuse the next requests.",
                [
                    "status": JSONSchema(json: ["enum": [429, 500, 502, 503, 504], "default": 503]),
                    "retry_after": .whole(0...86_400), "retry_after_as": .choice(["seconds", "date"]),
                ]),
            fault("delay", "Delay the next responses.", ["milliseconds": .whole(0...60_000, default: 1000)]),
            fault(
                "drip", "Send the bodies of the next responses in small pieces.",
                ["bytes": .whole(1...1_048_576, default: 1), "milliseconds": .whole(1...60_000, default: 100)]),
            fault(
                "cut", "Cut the next responses with a longer body.",
                ["after": .whole(0...1_073_741_824, default: 0), "how": .choice(["close", "reset"])]),
            fault(
                "truncate", "Shorten the next responses with a longer body, and their Content-Length.",
                ["to": .whole(0...1_073_741_824, default: 0)]),
            fault(
                "hang-up", "Close the next connections without a response.",
                ["how": .choice(["close", "reset"]), "when": .choice(["before", "after"])]),
            fault("garble", "Respond to the next requests with bytes that are not HTTP.", [:]),
            fault(
                "html", "Respond to the next requests with an error page.", ["status": .whole(400...599, default: 500)]),
            fault("repeat", "List one book on two pages in the next lists.", [:]),  // feature: Books
            // feature: Reviews begin
            fault("graphql-average-stars", "Fail averageStars in the next GraphQL requests that select it.", [:]),
            fault("graphql-401", "Respond to the next unauthenticated GraphQL requests with status 401.", [:]),
            // feature: Reviews end
        ]
    }

    private func control(_ name: String, _ summary: String) -> Operation {
        Operation(
            method: .post, path: "/faults/\(name)", id: name, summary: summary, access: .open,
            responses: [OperationResponse(status: .noContent, summary: "Done.")])
    }

    /// Each fault has `count` and `path` in addition to its own settings.
    private func fault(_ name: String, _ summary: String, _ settings: [String: JSONSchema]) -> Operation {
        let common: [String: JSONSchema] = [
            "count": .whole(0...10_000, default: 1),
            "path": .text(length: 1...1000, pattern: "^/", example: "/v2/files"),
        ]
        return Operation(
            method: .post, path: "/faults/\(name)", id: name, summary: summary, access: .open,
            body: .json(.object([:], optional: settings.merging(common, uniquingKeysWith: { $1 }), isClosed: true)),
            responses: [
                OperationResponse(status: .noContent, summary: "The fault is armed."), .unsupported, .unprocessable,
            ])
    }
}
