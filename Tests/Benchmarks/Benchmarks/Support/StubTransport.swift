import Dispatch
import Foundation
import HTTPTypes
import Networking

/// A transport without wire, always with the same answer.
struct StubTransport: Transport {
    enum Manner: Sendable {
        /// Answers without ever suspending: what is left is the chain itself.
        case atOnce
        /// Answers from another thread, as a socket's event loop does.
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

    /// What never waits needs no watch on the time.
    func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        try await send(request, body: body)
    }

    func shutdown() async {}
}
