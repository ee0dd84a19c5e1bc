import Hummingbird

/// `GET /openapi.json`: the description of this server.
struct OpenAPIRoutes: Resource {
    let document: OpenAPIDocument
    let operations = [
        Operation(
            method: .get, path: "/openapi.json", id: "describe", summary: "Get this document.", access: .open,
            responses: [.json(.ok, "The document.", JSONSchema(json: ["type": "object"]))])
    ]

    /// Describes `resources` and this route.
    init(describing resources: [any Resource]) {
        let schemas = [Problem.schemas] + resources.map(\.schemas)
        document = OpenAPIDocument(
            operations: resources.flatMap(\.operations) + operations,
            schemas: schemas.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: { $1 }) })
    }

    func addRoutes(to groups: RouteGroups) {
        groups.open.get("openapi.json") { _, _ in JSONResponse(body: document.json) }
    }
}
