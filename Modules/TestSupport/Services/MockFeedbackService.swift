public import Models
public import Services
import Synchronization

/// A mock of ``FeedbackService``: records each call and returns the responses that the test set up, in their order. A
/// call for which no response is left throws ``FeedbackServiceError/failed(_:)`` with an ``UnexpectedCall``.
///
/// ```swift
/// let feedback = MockFeedbackService(.success(receipt), .failure(.cancelled))
/// …
/// #expect(feedback.calls == [.send(message)])
/// ```
public final class MockFeedbackService: FeedbackService {
    /// One call with its argument.
    public enum Call: Sendable, Equatable {
        case send(FeedbackMessage)
    }

    private let origin: DoubleOrigin
    private let state: Mutex<State>

    private struct State {
        var responses: ArraySlice<Result<FeedbackReceipt, FeedbackServiceError>>
        var calls: [Call] = []
    }

    /// Creates a mock that returns `responses`, one for each call. Without responses, every call is unexpected.
    ///
    /// - Parameter responses: one for each call, in order.
    public init(
        _ responses: Result<FeedbackReceipt, FeedbackServiceError>..., file: String = #fileID, line: Int = #line
    ) {
        origin = DoubleOrigin(file: file, line: line)
        state = Mutex(State(responses: responses[...]))
    }

    /// The calls so far, failed ones included.
    public var calls: [Call] { state.withLock { $0.calls } }

    public func send(_ message: FeedbackMessage) async throws(FeedbackServiceError) -> FeedbackReceipt {
        let response = state.withLock { state in
            state.calls.append(.send(message))
            return state.responses.popFirst()
        }
        guard let response else {
            let call = origin.unexpectedCall("FeedbackService.send(_:)")
            throw .failed(.storage(reason: call.description, underlying: call))
        }
        return try response.get()
    }
}
