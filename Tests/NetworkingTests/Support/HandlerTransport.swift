import HTTPTypes
import Networking
import Synchronization

/// A transport that a test writes in place; it keeps what it was asked to send.
final class HandlerTransport: Transport {
    typealias Handler = @Sendable (HTTPRequest, RequestBody) async throws(TransportError) -> ServerResponse

    private let handler: Handler
    private let recorded = Mutex<[HTTPRequest]>([])

    init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// Answers every request with the same response.
    convenience init(answering response: ServerResponse) {
        self.init { _, _ in response }
    }

    /// Fails every request in the same way.
    convenience init(failing error: TransportError) {
        self.init { _, _ throws(TransportError) in throw error }
    }

    var requests: [HTTPRequest] { recorded.withLock { $0 } }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        recorded.withLock { $0.append(request) }
        return try await handler(request, body)
    }

    func shutdown() async {}
}
