import HTTPTypes
import Hummingbird
import Synchronization

/// Builds the router. Requests pass the middleware in the order in which it is added.
enum BackendRouter {
    static func make(_ backend: Dependencies) throws -> (router: Router<BackendRequestContext>, table: RouteTable) {
        let table = RouteTable()
        let router = Router(context: BackendRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        if backend.configuration.faults {
            router.add(middleware: FaultMiddleware(panel: backend.faults, now: backend.configuration.now))
        }
        router.add(middleware: ProblemMiddleware(routes: table))
        let groups = RouteGroups(router, backend, table)
        for resource in Resources.all { try resource.init(backend: backend).addRoutes(to: groups) }
        if backend.configuration.faults {
            backend.faults.addRoutes(to: router, names: Resources.all.flatMap { $0.faults }, backend)
        }
        table.fill(from: router)
        return (router, table)
    }
}

/// The groups that routes are added to, one for each kind of caller. The type of a group's context is the permission.
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
        let store = IdempotencyStore(backend: backend)
        func group<Who>(_ bearer: BearerMiddleware) -> RouterGroup<CallContext<Who>> {
            router.group().add(middleware: bearer).group(context: CallContext<Who>.self)
                .add(middleware: IdempotencyMiddleware(store: store))
        }
        let bearer = BearerMiddleware(sessions: backend.sessions)
        open = router
        guests = group(bearer)
        tolerant = group(BearerMiddleware(sessions: backend.sessions, refusesInvalidTokens: false))
        members = group(bearer)
        admins = group(bearer)
        legacyMembers = router.group().add(middleware: LegacyNotice()).add(middleware: bearer)
            .group(context: MemberContext.self)
        self.table = table
    }
}

/// The list of all routes, because a 405 response needs the methods of a path. It is filled when all routes are added.
final class RouteTable: Sendable {
    private let storage = Mutex<[(method: HTTPRequest.Method, path: [String])]>([])

    /// `GET /v2/users/{id}` and so on.
    var routes: [String] { storage.withLock { $0.map { "\($0) /\($1.joined(separator: "/"))" } } }

    func fill(from router: Router<BackendRequestContext>) {
        storage.withLock { $0 = router.routes.map { ($0.method, $0.path.map(\.description)) } }
    }

    /// The methods of `path`; empty if it is unknown. Every `GET` route has `HEAD` too.
    func methods(at path: String) -> [HTTPRequest.Method] {
        let segments = path.split(separator: "/")
        let matches = storage.withLock { routes in
            routes.filter { route in
                route.path.count == segments.count
                    && zip(route.path, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
            }
        }
        // As in the router, `/v2/users/me` takes precedence over `/v2/users/{id}`.
        func parameters(_ path: [String]) -> Int { path.count { $0.hasPrefix("{") } }
        let fewest = matches.map { parameters($0.path) }.min()
        let methods = matches.filter { parameters($0.path) == fewest }.map(\.method)
        return methods.contains(.get) && !methods.contains(.head) ? methods + [.head] : methods
    }
}
