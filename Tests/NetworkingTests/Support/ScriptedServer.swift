import HTTPTypes
import Networking
import Synchronization
import TestSupport

/// Answers one request after the other as it was told, and all that come later like the last.
final class ScriptedServer: Transport {
    enum Answer: Sendable {
        case response(ServerResponse)
        case status(HTTPResponse.Status, HTTPFields = [:])
        case item
        case failure(TransportError)
        /// As `then` says, once the gate is open or the exchange is cancelled.
        indirect case held(Gate, then: Answer)
    }

    private let answers: Mutex<[Answer]>

    init(_ answers: [Answer]) {
        self.answers = Mutex(answers)
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        return try await give(answer)
    }

    private func give(_ answer: Answer) async throws(TransportError) -> ServerResponse {
        switch answer {
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
