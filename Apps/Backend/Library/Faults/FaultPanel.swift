import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The armed faults and the request counters of a server, for tests and demonstrations. Without `--faults`, nothing can
/// be armed, and `/faults` is an unknown path.
final class FaultPanel: Sendable {
    private struct State {
        var armed: [String: Fault] = [:]
        var counters = RequestCounters()
    }

    /// The path of the controls. No fault affects them, so they always work.
    static let path = "/faults"

    private let state = Mutex(State())
    private let isEnabled: Bool
    let now: @Sendable () -> Date

    init(isEnabled: Bool, now: @escaping @Sendable () -> Date) {
        self.isEnabled = isEnabled
        self.now = now
    }

    /// Counts a request for the armed fault; `nil` if the fault is not armed or does not affect the request.
    func consume(_ name: String, _ request: Request, where applies: (Fault) -> Bool = { _ in true }) -> Fault? {
        guard isEnabled else { return nil }
        return state.withLock { state in
            state.armed[name]?.consume(request.uri.path, where: applies) == true ? state.armed[name] : nil
        }
    }

    func count(_ change: (inout RequestCounters) -> Void) {
        state.withLock { change(&$0.counters) }
    }

    /// Adds `POST /faults/NAME` for each fault. Arming a fault again replaces what is left of it.
    /// - Parameter names: the faults of resources.
    func addRoutes(to router: Router<BackendRequestContext>, names: [String], sessions: SessionStore) {
        let group = router.group(RouterPath(Self.path))
        for name in Fault.settings.keys.sorted() + names {
            group.post(RouterPath(name)) { request, _ in
                let fault = try Fault(name, try await request.json([String: Fault.Value].self, limit: 4096))
                self.state.withLock { $0.armed[name] = fault }
                return Reply.noContent
            }
        }
        group.post("disarm") { _, _ in
            self.state.withLock { $0.armed = [:] }
            return Reply.noContent
        }
        // Refresh tokens stay valid.
        group.post("expire-access-tokens") { _, _ in
            try await sessions.expireAccessTokens()
            return Reply.noContent
        }
        group.get("counters") { _, _ in try Reply.json(self.state.withLock { $0.counters }) }
        group.post("reset-counters") { _, _ in
            self.state.withLock { $0.counters = RequestCounters() }
            return Reply.noContent
        }
    }
}

/// The counts since the start or the last reset, without requests to `/faults`. With them, a test can check that there
/// was one refresh and not twenty.
struct RequestCounters: Encodable, Sendable {
    var requests = 0
    /// Login requests, successful or not.
    var logins = 0
    /// Refresh requests to either endpoint, successful or not.
    var refreshes = 0
    /// Responses with status 401.
    var unauthorized = 0
    /// Responses by route: `GET /v2/users/{id}`. Unknown paths are not included.
    var routes: [String: Int] = [:]
    /// The latest 100 responses of `/v2/files`, oldest first.
    var downloads: [Download] = []

    /// The head of one download.
    struct Download: Encodable, Sendable {
        let path: String
        /// The request's `Range`.
        let range: String?
        let status: Int
    }

    mutating func note(_ request: Request) {
        requests += 1
        switch (request.method, request.uri.path) {
        case (.post, "/v2/auth/login"): logins += 1
        case (.post, "/v2/auth/refresh"), (.post, "/oauth/token"): refreshes += 1
        default: break
        }
    }

    /// - Parameter route: for unknown paths, a name without a leading slash.
    mutating func note(_ response: Response, to request: Request, route: String?) {
        if response.status == .unauthorized { unauthorized += 1 }
        if let route, route.hasPrefix("/") { routes["\(request.method.rawValue) \(route)", default: 0] += 1 }
        if route == "/v2/files/{name}" {
            downloads.append(
                Download(path: request.uri.path, range: request.headers[.range], status: response.status.code))
            if downloads.count > 100 { downloads.removeFirst() }
        }
    }
}

/// Applies the armed faults to every request, before authentication, and to its complete response, errors included.
struct FaultMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let panel: FaultPanel

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.uri.path.hasPrefix(FaultPanel.path + "/") { return try await next(request, context) }
        panel.count { $0.note(request) }
        if panel.consume("garble", request) != nil { try await ConnectionEnded.garble(context.channel) }
        let hangUp = panel.consume("hang-up", request)
        if let hangUp, hangUp.words["when"] == "before" {
            try await ConnectionEnded.close(context.channel, hangUp.words["how"])
        }
        if let delay = panel.consume("delay", request) {
            try await Task.sleep(for: .milliseconds(delay.numbers["milliseconds"] ?? 0))
        }
        let response = try await response(to: request, context, next)
        panel.count { $0.note(response, to: request, route: context.endpointPath) }
        // Nothing was written, so the client receives no byte.
        if let hangUp { try await ConnectionEnded.close(context.channel, hangUp.words["how"]) }
        return response
    }

    private func response(
        to request: Request, _ context: Context, _ next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let refusal = panel.consume("refuse", request) {
            var problem = Problem(
                status: HTTPResponse.Status(code: refusal.numbers["status"] ?? 503), code: "refused",
                title: "Refused", detail: "A fault switch refused this request.")
            problem.headers[.retryAfter] = refusal.numbers["retry_after"].map { seconds in
                refusal.words["retry_after_as"] == "date"
                    ? HTTPDate(Timestamp(panel.now()) + .seconds(seconds)).description : String(seconds)
            }
            return problem.response(to: request, id: context.requestID)
        }
        var response: Response
        if let page = panel.consume("html", request) {
            let status = HTTPResponse.Status(code: page.numbers["status"] ?? 500)
            response = Reply.page(status: status, title: "Server Error").response(to: request)
        } else {
            response = try await next(request, context)
        }
        let length = response.body.contentLength ?? .max
        if let limit = panel.consume("truncate", request, where: { length > $0.numbers["to"] ?? 0 })?.numbers["to"] {
            response.headers[.contentLength] = String(limit)
            response.body = response.body.limited(to: limit, length: limit)
        }
        if let drip = panel.consume("drip", request) {
            response.body = response.body.dripping(
                drip.numbers["bytes"] ?? 1, every: .milliseconds(drip.numbers["milliseconds"] ?? 100))
        }
        let left = response.body.contentLength ?? .max
        if let cut = panel.consume("cut", request, where: { left > $0.numbers["after"] ?? 0 }) {
            response.body = response.body.limited(
                to: cut.numbers["after"] ?? 0, length: response.body.contentLength
            ) { [channel = context.channel] in
                try await ConnectionEnded.close(channel, cut.words["how"])
            }
        }
        return response
    }
}

extension ResponseBody {
    /// The first `count` bytes of this body.
    /// - Parameters:
    ///   - length: the announced length.
    ///   - end: called instead of writing the bytes after them.
    fileprivate func limited(
        to count: Int, length: Int?, end: (@Sendable () async throws -> Void)? = nil
    ) -> ResponseBody {
        ResponseBody(contentLength: length) { writer in
            try await write(ShapedWriter(parent: writer, remaining: count, end: end))
        }
    }

    /// This body in pieces of `size` bytes, with a pause after each.
    fileprivate func dripping(_ size: Int, every pause: Duration) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            try await write(ShapedWriter(parent: writer, pieces: size, pause: pause))
        }
    }
}

private struct ShapedWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    var remaining = Int.max
    var end: (@Sendable () async throws -> Void)?
    var pieces = Int.max
    var pause = Duration.zero

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while remaining > 0,
            let piece = rest.readSlice(length: min(pieces, remaining, rest.readableBytes)), piece.readableBytes > 0
        {
            try await parent.write(piece)
            remaining -= piece.readableBytes
            if pause > .zero { try await Task.sleep(for: pause) }
        }
        if rest.readableBytes > 0 { try await end?() }
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await parent.finish(trailingHeaders)
    }
}
