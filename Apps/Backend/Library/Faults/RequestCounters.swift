import HTTPTypes
import Hummingbird
import Synchronization

/// `GET /faults/counters` and `POST /faults/reset-counters`: request counters, with which a test can check that there
/// was one refresh and not twenty.
final class RequestCounters: FaultSwitch {
    private let counts = Mutex(RequestCountersBody())

    func addControls(to group: RouterGroup<BackendRequestContext>) {
        group.get("counters") { _, _ in JSONResponse(body: self.counts.withLock { $0 }) }
        group.post("reset-counters") { _, _ in
            self.counts.withLock { $0 = RequestCountersBody() }
            return HTTPResponse.Status.noContent
        }
    }

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        count {
            $0.requests += 1
            switch (request.method, path) {
            case (.post, "/v2/auth/login"): $0.logins += 1
            case (.post, "/v2/auth/refresh"), (.post, "/oauth/token"): $0.refreshes += 1
            default: break
            }
        }
        let response = try await proceed(request, context)
        count {
            if response.status == .unauthorized { $0.unauthorized += 1 }
            // For unknown paths, `endpointPath` is a name without a leading slash.
            if let route = context.endpointPath, route.hasPrefix("/") {
                $0.routes["\(request.method.rawValue) \(route)", default: 0] += 1
            }
            if context.endpointPath == "/v2/files/{name}" {
                $0.note(.init(path: path, range: request.headers[.range], status: response.status.code))
            }
        }
        return response
    }

    private func count(_ change: (inout RequestCountersBody) -> Void) {
        counts.withLock { change(&$0) }
    }
}
