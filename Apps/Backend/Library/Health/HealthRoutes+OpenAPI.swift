import HTTPTypes

extension HealthRoutes {
    static let schemas: [String: JSONSchema] = ["Health": .object(["status": .choice(["ok"])])]

    static let operations = [
        Operation(
            method: .get, path: "/v2/health", id: "health", summary: "Whether the server answers.", access: .open,
            answers: [.json(.ok, "It does.", .named("Health"))])
    ]
}
