import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import TestSupport

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
