public import Networking
public import Primitives
import Synchronization

/// A mock of `CredentialRefreshing`: records the credential of each call and returns the responses that a test sets
/// up, in their order. A call for which no response is left throws `TransportError.other(reason:)` with the text of
/// an ``UnexpectedCall``.
public final class MockCredentialRefresher: CredentialRefreshing {
    private let gate: Gate
    private let origin: DoubleOrigin
    private let state: Mutex<State>

    private struct State {
        var responses: ArraySlice<Result<BearerCredential, NetworkError>>
        var calls: [BearerCredential] = []
    }

    /// Creates a mock that returns `responses`, one for each call. Without responses, every call is unexpected.
    ///
    /// - Parameters:
    ///   - responses: one for each call, in order.
    ///   - gate: each call waits here after it is recorded and before the response.
    public init(
        _ responses: [Result<BearerCredential, NetworkError>] = [], gate: Gate = Gate(isOpen: true),
        file: String = #fileID, line: Int = #line
    ) {
        state = Mutex(State(responses: responses[...]))
        self.gate = gate
        origin = DoubleOrigin(file: file, line: line)
    }

    /// Creates a mock whose first call returns `credential`. Any further call is unexpected.
    public convenience init(
        _ credential: BearerCredential, gate: Gate = Gate(isOpen: true), file: String = #fileID, line: Int = #line
    ) {
        self.init([.success(credential)], gate: gate, file: file, line: line)
    }

    /// The credentials of the calls so far, in order.
    public var calls: [BearerCredential] { state.withLock { $0.calls } }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        let response = state.withLock { state in
            state.calls.append(credential)
            return state.responses.popFirst()
        }
        await gate.pass()
        // A request ends like this if its task was cancelled meanwhile.
        if Task.isCancelled { throw .fixture(.cancelled) }
        guard let response else {
            let call = origin.unexpectedCall("CredentialRefreshing.refresh(_:)")
            throw .fixture(.transport(.other(reason: call.description)))
        }
        return try response.get()
    }
}
