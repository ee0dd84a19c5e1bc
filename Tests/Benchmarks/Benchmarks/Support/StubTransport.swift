import Dispatch
import Foundation
import HTTPTypes
import Networking

/// A transport without a network. Every call gets the same response.
struct StubTransport: Transport {
    enum Manner: Sendable {
        /// Returns without suspending, so that only the pipeline is measured.
        case atOnce
        /// Returns from another thread, as a socket's event loop does.
        case fromElsewhere
    }

    private let manner: Manner
    private let response: ServerResponse
    private let queue = DispatchQueue(label: "stub")

    init(_ manner: Manner = .atOnce, response: Data = Data()) {
        self.manner = manner
        self.response = ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: .data(response))
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        if manner == .fromElsewhere {
            await withUnsafeContinuation { continuation in queue.async { continuation.resume() } }
        }
        return response
    }

    /// Ignores the deadline, because the stub never waits.
    func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        try await send(request, body: body)
    }

    func shutdown() async {}
}
