import HTTPTypes

extension HealthRoutes {
    var schemas: [String: JSONSchema] {
        ["Health": .object(["status": .choice(["ok"])])]
    }

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v2/health", id: "health", summary: "Whether the server answers.", access: .open,
                responses: [.json(.ok, "It does.", .named("Health"))])
        ]
    }
}
