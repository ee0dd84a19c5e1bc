public import HTTPTypes
public import Networking
import Synchronization
public import Testing

/// A stub of ``Transport``: answers what it was told, in that order, whatever is asked. A call for which no answer is left
/// records a test failure.
public final class StubTransport: Transport {
    private let answers: Mutex<ArraySlice<Result<ServerResponse, TransportError>>>
    private let sourceLocation: SourceLocation

    /// - Parameter answers: one for each call.
    public init(_ answers: Result<ServerResponse, TransportError>..., sourceLocation: SourceLocation = #_sourceLocation)
    {
        self.answers = Mutex(answers[...])
        self.sourceLocation = sourceLocation
    }

    /// A stub that always succeeds.
    ///
    /// - Parameters:
    ///   - first: the answer to the first call.
    ///   - others: one for each call after it.
    public init(
        _ first: ServerResponse, _ others: ServerResponse..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        answers = Mutex(([first] + others).map { .success($0) }[...])
        self.sourceLocation = sourceLocation
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard let answer = answers.withLock({ $0.popFirst() }) else {
            let unexpected = UnexpectedCall.record("Transport.send(_:body:)", sourceLocation: sourceLocation)
            throw .other(reason: unexpected.description)
        }
        return try answer.get()
    }

    public func shutdown() async {}
}
