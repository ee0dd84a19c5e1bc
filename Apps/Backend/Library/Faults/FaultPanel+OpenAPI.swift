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
                method: .get, path: "/faults/counters", id: "counters", summary: "How often the server was asked.",
                access: .open, responses: [.json(.ok, "The counts.", .named("Counters"))]),
            control("reset-counters", "Count from nought again."),
            control("expire-access-tokens", "Let every access token expire now."),
            control("disarm", "Take back all faults that are armed."),
        ] + [
            fault(
                "refuse", "The next requests are refused, and nothing is done.",
                [
                    "status": JSONSchema(json: ["enum": [429, 500, 502, 503, 504], "default": 503]),
                    "retry_after": .whole(0...86_400), "retry_after_as": .choice(["seconds", "date"]),
                ]),
            fault("delay", "The next answers are late.", ["milliseconds": .whole(0...60_000, default: 1000)]),
            fault(
                "drip", "The bodies of the next answers come in drops.",
                ["bytes": .whole(1...1_048_576, default: 1), "milliseconds": .whole(1...60_000, default: 100)]),
            fault(
                "cut", "The next answers with a longer body break off after so many bytes.",
                ["after": .whole(0...1_073_741_824, default: 0), "how": .choice(["close", "reset"])]),
            fault(
                "truncate", "The next answers with a longer body are shortened, and look whole.",
                ["to": .whole(0...1_073_741_824, default: 0)]),
            fault(
                "hang-up", "The next connections end without an answer.",
                ["how": .choice(["close", "reset"]), "when": .choice(["before", "after"])]),
            fault("garble", "The next answers are not HTTP.", [:]),
        ]
    }

    private func control(_ name: String, _ summary: String) -> Operation {
        Operation(
            method: .post, path: "/faults/\(name)", id: name, summary: summary, access: .open,
            responses: [OperationResponse(status: .noContent, summary: "It is done.")])
    }

    /// Each has `count` and `path` beside its own settings.
    private func fault(_ name: String, _ summary: String, _ settings: [String: JSONSchema]) -> Operation {
        let common: [String: JSONSchema] = [
            "count": .whole(0...10_000, default: 1),
            "path": .text(length: 1...1000, pattern: "^/", example: "/v2/files"),
        ]
        return Operation(
            method: .post, path: "/faults/\(name)", id: name, summary: summary, access: .open,
            body: .json(.object([:], optional: settings.merging(common, uniquingKeysWith: { $1 }), isClosed: true)),
            responses: [OperationResponse(status: .noContent, summary: "It is armed."), .unsupported, .unprocessable])
    }
}
