import Hummingbird

/// `GET /v2/health`, for processes that wait until the server is up.
struct HealthRoutes: Resource {
    func addRoutes(to groups: RouteGroups) {
        groups.open.get("v2/health") { _, _ in JSONResponse(body: HealthBody(status: "ok")) }
    }
}
