public import HTTPTypes
public import Networking
import Synchronization

/// A stub of ``Transport``: answers what it was told, in that order, whatever is asked. A call for which no answer is left
/// throws the text of an ``UnexpectedCall``.
public final class StubTransport: Transport {
    private let answers: Mutex<ArraySlice<Result<ServerResponse, TransportError>>>
    private let origin: DoubleOrigin

    /// - Parameter answers: one for each call.
    public init(_ answers: Result<ServerResponse, TransportError>..., file: String = #fileID, line: Int = #line) {
        self.answers = Mutex(answers[...])
        origin = DoubleOrigin(file: file, line: line)
    }

    /// A stub that always succeeds.
    ///
    /// - Parameters:
    ///   - first: the answer to the first call.
    ///   - others: one for each call after it.
    public init(
        _ first: ServerResponse, _ others: ServerResponse..., file: String = #fileID, line: Int = #line
    ) {
        answers = Mutex(([first] + others).map { .success($0) }[...])
        origin = DoubleOrigin(file: file, line: line)
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard let answer = answers.withLock({ $0.popFirst() }) else {
            let unexpected = origin.unexpectedCall("Transport.send(_:body:)")
            throw .other(reason: unexpected.description)
        }
        return try answer.get()
    }

    public func shutdown() async {}
}
