import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization

/// An in-memory server that accepts one token at a time and returns 401 for any other.
final class TokenServer: Transport {
    private let gates: [String: Gate]
    private let state: Mutex<State>

    private struct State {
        var accepted: String?
        var requests: [HTTPRequest] = []
    }

    /// - Parameters:
    ///   - accepted: the accepted token, or `nil` to reject all.
    ///   - gates: by path, where a checked request waits before the response is sent.
    init(accepting accepted: String?, gates: [String: Gate] = [:]) {
        state = Mutex(State(accepted: accepted))
        self.gates = gates
    }

    func accept(_ token: String?) {
        state.withLock { $0.accepted = token }
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The tokens of all requests to `path`, in order.
    func tokens(at path: String = "/item") -> [String] {
        requests.filter { $0.path == path }.map { String($0.headerFields[.authorization]?.dropFirst(7) ?? "none") }
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let isGood = state.withLock { state in
            state.requests.append(request)
            return state.accepted.map { request.headerFields[.authorization] == "Bearer \($0)" } ?? false
        }
        if let path = request.path, let gate = gates[path] { await gate.pass() }
        if Task.isCancelled { throw .cancelled }
        return isGood ? .json(#"{"name":"pen"}"#) : .json(#"{"title":"Unauthorized"}"#, status: .unauthorized)
    }

    func shutdown() async {}
}

extension Result where Success == ServerResponse, Failure == TransportError {
    static var item: Self { .success(.json(#"{"name":"pen"}"#)) }

    static func status(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Self {
        .success(.empty(status, fields: fields))
    }
}

extension ServerResponse {
    /// A response whose body sends `text` and then nothing until the gate opens or the reader is cancelled.
    static func stalled(at gate: Gate, after text: String) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: .stream(ByteStream(ScriptedBytes(.piece(Data(text.utf8)), .pass(gate)))))
    }
}

extension MockTransport {
    /// A server that responds when the gate opens.
    static func held(at gate: Gate) -> MockTransport {
        MockTransport(
            over: FakeTransport { _ in
                await gate.pass()
                return .json(#"{"name":"pen"}"#)
            })
    }
}

extension ServerResponse {
    /// A response of the given media type.
    static func text(_ text: String, as type: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: type])
    }
}
