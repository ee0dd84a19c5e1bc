import Foundation
public import HTTPTypes
public import Networking
import Synchronization

/// A fake of `Transport` whose server is a closure. It fulfils `TransportContract` of ContractSuites, but has no
/// bytes of HTTP/1.1.
///
/// ```swift
/// let transport = FakeTransport { request in
///     request.head.path == "/me" ? .json(#"{"name": "Ada"}"#) : .empty(.notFound)
/// }
/// ```
///
/// A call ends at once if it is cancelled or if ``shutdown()`` is called, even while its body streams. The handler's
/// task is cancelled, and its response is ignored.
public final class FakeTransport: Transport {
    private let state: Mutex<State>
    private let closing = Gate()

    private struct State {
        var handler: ReceivedRequest.Handler
        var isShutDown = false
        var lastID = 0
        var underWay: [Int: FakeExchange] = [:]
    }

    /// - Parameter handler: responds to each request; ``send(_:body:)`` throws its errors.
    public init(
        _ handler: @escaping ReceivedRequest.Handler = { _ throws(TransportError) in throw .connectionRefused }
    ) {
        state = Mutex(State(handler: handler))
    }

    /// The host of requests to this fake: a name that never resolves (RFC 6761), so that no request leaves the machine
    /// by mistake.
    public var authority: String { "fake.invalid" }

    /// Replaces the handler for later requests.
    public func respond(with handler: @escaping ReceivedRequest.Handler) {
        state.withLock { $0.handler = handler }
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let exchange = FakeExchange()
        let begun: (id: Int, handler: ReceivedRequest.Handler)? = state.withLock { state in
            guard !state.isShutDown else { return nil }
            state.lastID += 1
            state.underWay[state.lastID] = exchange
            return (state.lastID, state.handler)
        }
        guard let (id, handler) = begun else { throw .closed }
        defer { state.withLock { $0.underWay[id] = nil } }
        return try await exchange.run { () async throws(TransportError) in
            let bytes = try await body.bytes()
            let response = try await handler(ReceivedRequest(head: request, body: bytes))
            return response.hasBody(for: request.method)
                ? response.ending(at: self.closing) : ServerResponse(head: response.head, body: .data(Data()))
        }
    }

    public func shutdown() async {
        let underWay = state.withLock { state in
            state.isShutDown = true
            return state.underWay.values
        }
        for exchange in underWay { exchange.end(with: .failure(.closed)) }
        closing.open()
    }
}

extension ServerResponse {
    /// Whether a response with this head to a request with `method` may have a body (RFC 9112 section 6.3).
    package func hasBody(for method: HTTPRequest.Method) -> Bool {
        method != .head && head.status != .noContent && head.status != .notModified
    }
}
