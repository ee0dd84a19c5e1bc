import Hummingbird

/// Whether the server is there: for whoever starts it and wants to know when it answers.
struct HealthRoutes: Sendable {
    func add(to router: Router<BackendRequestContext>) {
        router.get("v2/health") { _, _ in JSONAnswer(body: HealthBody(status: "ok")) }
    }
}
