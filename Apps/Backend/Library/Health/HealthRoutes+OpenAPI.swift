import HTTPTypes

extension HealthRoutes {
    var schemas: [String: JSONSchema] {
        ["Health": .object(["status": .choice(["ok"])])]
    }

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v2/health", id: "health", summary: "Check that the server is up.", access: .open,
                responses: [.json(.ok, "The server is up.", .named("Health"))])
        ]
    }
}
