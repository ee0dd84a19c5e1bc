import HTTPTypes
import Hummingbird
import Synchronization

/// The list of all routes, for what the router cannot answer: which other methods a path knows (405).
///
/// It is filled once, when the last route stands; the middleware that reads it has to be there before the first.
final class RouteTable: Sendable {
    /// One route: `GET` and `["v2", "users", "{id}"]`.
    struct Route: Equatable, Sendable {
        let method: HTTPRequest.Method
        let segments: [String]

        /// `/v2/users/{id}`.
        var path: String { "/" + segments.joined(separator: "/") }

        /// How many of the path's segments stand in the route word for word; `nil` if it is not this route's path.
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

    /// The methods that `path` answers; none if it is unknown. `HEAD` goes with every `GET`.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let segments = path.split(separator: "/")
        let matches = routes.compactMap { route in route.match(segments).map { (route.method, $0) } }
        // As in the router, `/v2/users/me` hides `/v2/users/{id}`.
        let closest = matches.map(\.1).max()
        let methods = matches.filter { $0.1 == closest }.map(\.0)
        return methods.contains(.get) ? methods + [.head] : methods
    }
}
