public import Networking
public import Primitives
import Synchronization

/// A stub of ``CredentialRefreshing`` that gives its answers one after the other, records what it was asked to renew,
/// and can be held at a gate. A renewal beyond the script throws the text of an
/// ``UnexpectedCall``.
public final class ScriptedRefresher: CredentialRefreshing {
    private let gate: Gate
    private let origin: DoubleOrigin
    private let state: Mutex<State>

    private struct State {
        var responses: [Result<BearerCredential, NetworkError>]
        var received: [BearerCredential] = []
    }

    /// - Parameters:
    ///   - answers: in this order; the second credential of the fixtures unless a test says otherwise.
    ///   - gate: where each renewal waits, after it was recorded and before it is answered.
    public init(
        responses: [Result<BearerCredential, NetworkError>] = [.success(.fixture(2))], gate: Gate = Gate(isOpen: true),
        file: String = #fileID, line: Int = #line
    ) {
        state = Mutex(State(responses: responses))
        self.gate = gate
        origin = DoubleOrigin(file: file, line: line)
    }

    /// What it was asked to renew so far.
    public var received: [BearerCredential] { state.withLock { $0.received } }

    /// How often it was asked.
    public var count: Int { received.count }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        let response = state.withLock { state in
            state.received.append(credential)
            return state.responses.isEmpty ? nil : state.responses.removeFirst()
        }
        await gate.pass()
        // As a real call would end, whose task was cancelled under way.
        if Task.isCancelled { throw .fixture(.cancelled) }
        guard let response else {
            let call = origin.unexpectedCall("CredentialRefreshing.refresh(_:)")
            throw .fixture(.transport(.other(reason: call.description)))
        }
        return try response.get()
    }
}
