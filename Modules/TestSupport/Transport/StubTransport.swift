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
    public init(_ answers: Result<ServerResponse, TransportError>..., sourceLocation: SourceLocation = #_sourceLocation) {
        self.answers = Mutex(answers[...])
        self.sourceLocation = sourceLocation
    }

    /// - Parameter responses: one for each call.
    public init(_ responses: ServerResponse..., sourceLocation: SourceLocation = #_sourceLocation) {
        answers = Mutex(responses.map { .success($0) }[...])
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
