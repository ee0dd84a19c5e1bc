public import HTTPTypes
public import Networking
import Synchronization

/// A mock of `Transport`: records each call and returns the responses that the test set up, in their order. A call
/// for which no response is left throws `TransportError.other(reason:)` with the text of an ``UnexpectedCall``.
///
/// ```swift
/// let transport = MockTransport(.json(#"{"name": "Ada"}"#))
/// …
/// #expect(transport.calls.map(\.request.path) == ["/me"])
/// ```
///
/// ``FakeTransport`` is the double for responses that depend on the request.
public final class MockTransport: Transport {
    /// One call of `Transport.send(_:body:)` with its arguments.
    public struct Call: Sendable {
        /// The request that the transport received.
        public let request: HTTPRequest
        /// The body that the caller passed. If it is a stream that can be read only once, reading it here takes it from
        /// the wrapped transport.
        public let body: RequestBody
    }

    private let base: (any Transport)?
    private let origin: DoubleOrigin
    private let state: Mutex<State>

    private struct State {
        var responses: ArraySlice<Result<ServerResponse, TransportError>> = []
        var calls: [Call] = []
        var shutdowns = 0
    }

    /// Creates a mock that returns `responses`, one for each call. Without responses, every call is unexpected.
    ///
    /// - Parameter responses: one for each call, in order.
    public init(_ responses: Result<ServerResponse, TransportError>..., file: String = #fileID, line: Int = #line) {
        base = nil
        origin = DoubleOrigin(file: file, line: line)
        state = Mutex(State(responses: responses[...]))
    }

    /// Creates a mock whose calls return these responses.
    ///
    /// - Parameters:
    ///   - first: the response to the first call.
    ///   - others: one for each call after it.
    public init(_ first: ServerResponse, _ others: ServerResponse..., file: String = #fileID, line: Int = #line) {
        base = nil
        origin = DoubleOrigin(file: file, line: line)
        state = Mutex(State(responses: ([first] + others).map { .success($0) }[...]))
    }

    /// Creates a mock that records each call and forwards it to `base`.
    ///
    /// - Parameter base: sends the requests.
    public init(over base: any Transport, file: String = #fileID, line: Int = #line) {
        self.base = base
        origin = DoubleOrigin(file: file, line: line)
        state = Mutex(State())
    }

    /// The calls so far, failed ones included.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// How often ``shutdown()`` was called.
    public var shutdowns: Int { state.withLock { $0.shutdowns } }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let response = state.withLock { state in
            state.calls.append(Call(request: request, body: body))
            return state.responses.popFirst()
        }
        if let base { return try await base.send(request, body: body) }
        guard let response else {
            throw .other(reason: origin.unexpectedCall("Transport.send(_:body:)").description)
        }
        return try response.get()
    }

    public func shutdown() async {
        state.withLock { $0.shutdowns += 1 }
        await base?.shutdown()
    }
}
