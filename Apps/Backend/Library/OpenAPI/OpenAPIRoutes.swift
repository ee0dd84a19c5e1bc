import Hummingbird

/// `GET /openapi.json`: what this server can do, open to everybody.
struct OpenAPIRoutes: Sendable {
    let document: OpenAPIDocument

    func add(to router: Router<BackendRequestContext>) {
        router.get("openapi.json") { _, _ in JSONAnswer(body: document.json) }
    }

    static let operations = [
        Operation(
            method: .get, path: "/openapi.json", id: "describe", summary: "This document.", access: .open,
            answers: [.json(.ok, "The document.", JSONSchema(json: ["type": "object"]))])
    ]
}
