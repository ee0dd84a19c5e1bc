public import HTTPTypes
public import Networking
import Synchronization

/// A mock of ``Transport``: records what was asked, in order, and passes it on.
public final class RecordingTransport: Transport {
    /// One call of ``Transport/send(_:body:)`` with its arguments.
    public struct Call: Sendable {
        public let request: HTTPRequest
        /// As it was given: reading a streamed body here may take it from the wrapped transport.
        public let body: RequestBody
    }

    private let base: any Transport
    private let state = Mutex(State())

    private struct State {
        var calls: [Call] = []
        var shutdowns = 0
    }

    /// - Parameter base: does the work.
    public init(_ base: any Transport) {
        self.base = base
    }

    /// What was sent so far, failed calls included.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// How often ``shutdown()`` was called.
    public var shutdowns: Int { state.withLock { $0.shutdowns } }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        state.withLock { $0.calls.append(Call(request: request, body: body)) }
        return try await base.send(request, body: body)
    }

    public func shutdown() async {
        state.withLock { $0.shutdowns += 1 }
        await base.shutdown()
    }
}
