public import Models
public import Services

/// A mock of `FeedbackService`: returns the response that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
public final class MockFeedbackService: FeedbackService {
    /// One call with its argument.
    public enum Call: Sendable, Equatable {
        case send(FeedbackMessage)
    }

    private let sendResponse: MockResponse<FeedbackMessage, FeedbackReceipt, FeedbackServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds if there is no other response.
    public init(
        over base: (any FeedbackService)? = nil,
        send: MockResponse<FeedbackMessage, FeedbackReceipt, FeedbackServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        sendResponse =
            send ?? base.map { base in .closure { call throws(FeedbackServiceError) in try await base.send(call) } }
        recorder = MockRecorder("FeedbackService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func send(_ message: FeedbackMessage) async throws(FeedbackServiceError) -> FeedbackReceipt {
        try await recorder.respond(to: .send(message), message, with: sendResponse)
    }
}
