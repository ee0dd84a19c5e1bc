import HTTPTypes
import Hummingbird
import Synchronization

/// Builds the router. Requests pass the middleware in the order in which it is added.
enum BackendRouter {
    static func make(
        _ resources: [any Resource.Type], _ backend: Dependencies
    ) throws -> (router: Router<BackendRequestContext>, table: RouteTable) {
        let table = RouteTable()
        let router = Router(context: BackendRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        if backend.configuration.faults { router.add(middleware: FaultMiddleware(panel: backend.faults)) }
        router.add(middleware: ProblemMiddleware(routes: table))
        let groups = RouteGroups(router, backend, table)
        for resource in resources { try resource.init(backend).addRoutes(to: groups) }
        if backend.configuration.faults {
            backend.faults.addRoutes(to: router, names: resources.flatMap { $0.faults }, sessions: backend.sessions)
        }
        table.fill(from: router)
        return (router, table)
    }
}

/// The groups that routes are added to, one for each kind of caller.
///
/// The type of a group's context is the permission: a handler in `members` cannot run without a valid access token, and
/// a handler in `admins` requires an admin's token.
struct RouteGroups {
    /// For everyone. Tokens are ignored.
    let open: Router<BackendRequestContext>
    /// For everyone. A token identifies the member who sent the request, and an invalid token is refused.
    let guests: RouterGroup<GuestContext>
    /// For everyone, even with an invalid token, which the route reports itself.
    let tolerant: RouterGroup<GuestContext>
    let members: RouterGroup<MemberContext>
    let admins: RouterGroup<AdminContext>
    /// The members' group of version 1. Its responses announce the end of the version.
    let legacyMembers: RouterGroup<MemberContext>
    /// All routes, once they are added.
    let table: RouteTable

    init(_ router: Router<BackendRequestContext>, _ backend: Dependencies, _ table: RouteTable) {
        let bearer = BearerMiddleware(sessions: backend.sessions)
        let tolerantBearer = BearerMiddleware(sessions: backend.sessions, refusesInvalidTokens: false)
        let store = IdempotencyStore(backend)
        open = router
        guests = router.group().add(middleware: bearer).group(context: GuestContext.self)
            .add(middleware: IdempotencyMiddleware(store: store))
        tolerant = router.group().add(middleware: tolerantBearer).group(context: GuestContext.self)
            .add(middleware: IdempotencyMiddleware(store: store))
        members = router.group().add(middleware: bearer).group(context: MemberContext.self)
            .add(middleware: IdempotencyMiddleware(store: store))
        admins = members.group(context: AdminContext.self)
        legacyMembers = router.group().add(middleware: LegacyNotice()).add(middleware: bearer)
            .group(context: MemberContext.self)
        self.table = table
    }
}

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
