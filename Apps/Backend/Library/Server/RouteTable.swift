import HTTPTypes
import Hummingbird
import Synchronization

/// The list of all routes. A 405 response needs the methods of a path, which the router cannot list.
///
/// It is filled after all routes are added, because the middleware that reads it is added before them.
final class RouteTable: Sendable {
    /// One route: `GET` and `["v2", "users", "{id}"]`.
    struct Route: Equatable, Sendable {
        let method: HTTPRequest.Method
        let segments: [String]

        /// `/v2/users/{id}`.
        var path: String { "/" + segments.joined(separator: "/") }

        /// The number of the path's segments that are literals of the route; `nil` if the route does not match.
        func match(_ path: [Substring]) -> Int? {
            guard segments.count == path.count else { return nil }
            var literal = 0
            for (pattern, segment) in zip(segments, path) {
                if pattern == segment { literal += 1 } else if !pattern.hasPrefix("{") { return nil }
            }
            return literal
        }
    }

    private let storage = Mutex<[Route]>([])

    var routes: [Route] { storage.withLock { $0 } }

    func fill(from router: Router<BackendRequestContext>) {
        let routes = router.routes.map { Route(method: $0.method, segments: $0.path.map(\.description)) }
        storage.withLock { $0 = routes }
    }

    /// The methods of `path`; empty if it is unknown. Every `GET` route has `HEAD` too.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let segments = path.split(separator: "/")
        let matches = routes.compactMap { route in route.match(segments).map { (route.method, $0) } }
        // As in the router, `/v2/users/me` takes precedence over `/v2/users/{id}`.
        let closest = matches.map(\.1).max()
        let methods = matches.filter { $0.1 == closest }.map(\.0)
        return methods.contains(.get) ? methods + [.head] : methods
    }
}
