import Synchronization

/// The calls of one mock, and the error of a call that has no response.
final class MockRecorder<Call: Sendable>: Sendable {
    private let port: String
    private let origin: DoubleOrigin
    private let recorded = Mutex<[Call]>([])

    /// - Parameter port: the protocol that the mock implements, for errors.
    init(_ port: String, file: String, line: Int) {
        self.port = port
        origin = DoubleOrigin(file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    var calls: [Call] { recorded.withLock(\.self) }

    func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }

    /// The error of a call without a response.
    func unexpectedCall(_ method: String = #function) -> UnexpectedCall {
        origin.unexpectedCall("\(port).\(method)")
    }

    /// Records a call and responds to it.
    func respond<Arguments, Value, Failure: UnexpectedCallFailure>(
        to call: Call, _ arguments: Arguments, with response: MockResponse<Arguments, Value, Failure>?,
        method: String = #function
    ) async throws(Failure) -> Value {
        record(call)
        guard let response else { throw Failure(unexpected: unexpectedCall(method)) }
        return try await response(arguments)
    }
}
