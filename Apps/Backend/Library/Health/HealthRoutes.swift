import Hummingbird

/// Whether the server is there: for whoever starts it and wants to know when it answers.
struct HealthRoutes: Resource {
    func addRoutes(to groups: RouteGroups) {
        groups.open.get("v2/health") { _, _ in JSONResponse(body: HealthBody(status: "ok")) }
    }
}
