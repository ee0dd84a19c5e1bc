import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The armed faults and the request counters. Without `--faults`, nothing can be armed, and `/faults` is unknown.
final class FaultPanel: Sendable {
    private struct State {
        var armed: [String: Fault] = [:]
        var counters = RequestCounters()
    }

    /// The path of the controls. No fault affects them, so they always work.
    static let path = "/faults"

    private let state = Mutex(State())
    /// Counts a request for the armed fault; `nil` if the fault is not armed or does not affect the request.
    func consume(_ name: String, _ request: Request, length: Int? = nil) -> Fault.Effect? {
        state.withLock { state in
            state.armed[name]?.consume(request.uri.path, length: length ?? .max) == true
                ? state.armed[name]?.effect : nil
        }
    }

    func count(_ change: (inout RequestCounters) -> Void) {
        state.withLock { change(&$0.counters) }
    }

    /// Adds `POST /faults/NAME` for each fault. Arming a fault again replaces what is left of it.
    func addRoutes(to router: Router<BackendRequestContext>, names: [String], _ backend: Dependencies) {
        let group = router.group(RouterPath(Self.path))
        for name in Fault.names + names {
            group.post(RouterPath(name)) { request, _ in
                let fault = try Fault(name, try await request.fields())
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
            try await backend.sessions.expireAccessTokens()
            return Reply.noContent
        }
        group.get("counters") { _, _ in try Reply.json(self.state.withLock { $0.counters }) }
        group.post("reset-counters") { _, _ in
            self.state.withLock { $0.counters = RequestCounters() }
            return Reply.noContent
        }
        // A server as it was when it started on an empty folder.
        group.post("reset") { _, _ in
            try await backend.database.write { db in
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                let tables = try String.fetchAll(
                    db,
                    sql: """
                        SELECT name FROM sqlite_schema
                        WHERE type = 'table' AND name <> 'grdb_migrations' AND name NOT LIKE 'sqlite_%'
                        """)
                for table in tables { try db.execute(sql: "DELETE FROM \"\(table)\"") }
                if backend.configuration.seed { try Resources.seed(db) }
            }
            self.state.withLock { $0 = State() }
            return Reply.noContent
        }
    }
}

/// The counts since the start or the last reset, without requests to `/faults`.
struct RequestCounters: Encodable, Sendable {
    var requests = 0
    /// Login requests, successful or not.
    var logins = 0
    /// Refresh requests to either endpoint, successful or not.
    var refreshes = 0
    var unauthorized = 0
    /// Responses by route: `GET /v2/users/{id}`. Unknown paths are not included.
    var routes: [String: Int] = [:]
    /// The latest 100 responses of `/v2/files`, oldest first.
    var downloads: [Download] = []

    struct Download: Encodable, Sendable {
        let path: String
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
    let now: @Sendable () -> Date

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.uri.path.hasPrefix(FaultPanel.path + "/") { return try await next(request, context) }
        panel.count { $0.note(request) }
        if panel.consume("garble", request) != nil { try await ConnectionEnded.garble(context.channel) }
        let hangUp = panel.consume("hang-up", request)
        if case .hangUp(let isReset, isProcessed: false) = hangUp {
            try await ConnectionEnded.close(context.channel, isReset: isReset)
        }
        let delay = panel.consume("delay", request)
        if case .delay(let pause, isProcessed: false) = delay { try await Task.sleep(for: pause) }
        let response = try await response(to: request, context, next)
        panel.count { $0.note(response, to: request, route: context.endpointPath) }
        if case .delay(let pause, isProcessed: true) = delay { try await Task.sleep(for: pause) }
        // Nothing was written, so the client receives no byte.
        if case .hangUp(let isReset, _) = hangUp {
            try await ConnectionEnded.close(context.channel, isReset: isReset)
        }
        return response
    }

    private func response(
        to request: Request, _ context: Context, _ next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if case .refuse(let status, let seconds, let asDate) = panel.consume("refuse", request) {
            var problem = Problem(
                status: HTTPResponse.Status(code: status), code: "refused", title: "Refused",
                detail: "A fault switch refused this request.")
            problem.headers[.retryAfter] = seconds.map {
                asDate ? HTTPDate(Timestamp(now()) + .seconds($0)).description : String($0)
            }
            return problem.response(to: request, id: context.requestID)
        }
        var response: Response
        if case .html(let status) = panel.consume("html", request) {
            response = Reply.page(status: .init(code: status), title: "Server Error").response(to: request)
        } else {
            var request = request
            let length = Int(request.headers[.contentLength] ?? "0")
            if case .cut(let count, let isReset) = panel.consume("cut-request", request, length: length) {
                let body = CutBody(body: request.body, limit: count) { [channel = context.channel] in
                    try await ConnectionEnded.close(channel, isReset: isReset)
                }
                request = Request(head: request.head, body: RequestBody(asyncSequence: body))
            }
            response = try await next(request, context)
        }
        var length: Int? { response.body.contentLength }
        if case .truncate(let limit) = panel.consume("truncate", request, length: length) {
            response.headers[.contentLength] = String(limit)
            response.body = response.body.shaped(length: limit) { ShapedWriter(parent: $0, remaining: limit) }
        }
        if case .drip(let bytes, let pause) = panel.consume("drip", request) {
            response.body = response.body.shaped(length: length) {
                ShapedWriter(parent: $0, pieces: bytes, pause: pause)
            }
        }
        if case .cut(let count, let isReset) = panel.consume("cut", request, length: length) {
            response.body = response.body.shaped(length: length) { [channel = context.channel] in
                ShapedWriter(parent: $0, remaining: count) {
                    try await ConnectionEnded.close(channel, isReset: isReset)
                }
            }
        }
        return response
    }
}

extension ResponseBody {
    /// This body, written through another writer, with this length in the head.
    fileprivate func shaped(
        length: Int?, _ writer: @escaping @Sendable (any ResponseBodyWriter) -> ShapedWriter
    ) -> ResponseBody {
        ResponseBody(contentLength: length) { try await write(writer($0)) }
    }
}

/// Writes the first bytes of a body, in pieces with a pause after each.
private struct ShapedWriter: ResponseBodyWriter {
    var parent: any ResponseBodyWriter
    var remaining = Int.max
    var pieces = Int.max
    var pause = Duration.zero
    /// Called instead of writing the bytes after them.
    var end: (@Sendable () async throws -> Void)?

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

/// The first bytes of a request's body, and then the end of its connection.
private struct CutBody: AsyncSequence, Sendable {
    let body: RequestBody
    let limit: Int
    let end: @Sendable () async throws -> Never

    func makeAsyncIterator() -> Iterator { Iterator(bytes: body.makeAsyncIterator(), remaining: limit, end: end) }

    struct Iterator: AsyncIteratorProtocol {
        var bytes: RequestBody.AsyncIterator
        var remaining: Int
        let end: @Sendable () async throws -> Never

        @concurrent
        mutating func next() async throws -> ByteBuffer? {
            if remaining == 0 { try await end() }
            guard let buffer = try await bytes.next() else { return nil }
            let piece = buffer.getSlice(at: buffer.readerIndex, length: Swift.min(remaining, buffer.readableBytes))
            remaining -= piece?.readableBytes ?? 0
            return piece
        }
    }
}
