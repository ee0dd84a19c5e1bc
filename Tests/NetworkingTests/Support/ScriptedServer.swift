import HTTPTypes
import Networking
import Synchronization
import TestSupport

/// Returns one scripted response per request, and the last one for all later requests.
final class ScriptedServer: Transport {
    enum Response: Sendable {
        case response(ServerResponse)
        case status(HTTPResponse.Status, HTTPFields = [:])
        case item
        case failure(TransportError)
        /// Returns `then` once the gate is open or the exchange is cancelled.
        indirect case held(Gate, then: Response)
    }

    private let responses: Mutex<[Response]>

    init(_ responses: [Response]) {
        self.responses = Mutex(responses)
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let response = responses.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        return try await give(response)
    }

    private func give(_ response: Response) async throws(TransportError) -> ServerResponse {
        switch response {
        case .response(let response): return response
        case .status(let status, let fields): return .empty(status, fields: fields)
        case .item: return .json(#"{"name":"pen"}"#)
        case .failure(let error): throw error
        case .held(let gate, let then):
            await gate.pass()
            if Task.isCancelled { throw .cancelled }
            return try await give(then)
        }
    }

    func shutdown() async {}
}
