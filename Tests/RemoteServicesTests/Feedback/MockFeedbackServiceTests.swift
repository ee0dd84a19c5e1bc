import ContractSuites
import Foundation
import Models
import Services
import TestSupport
import Testing

struct MockFeedbackServiceTests {
    @Test("a mock returns responses, passes other calls on and records each call")
    func responses() async throws {
        let message = try FeedbackMessage("Hello.")
        let receipt = FeedbackReceipt(id: "f-1", createdAt: Date(timeIntervalSince1970: 0), authorID: nil)
        let feedback = MockFeedbackService(send: .value(receipt))
        #expect(try await MockFeedbackService(over: feedback).send(message) == receipt)
        #expect(feedback.calls == [.send(message)])
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let feedback = MockFeedbackService()
        await expectUnexpectedCalls([
            "FeedbackService.send(_:)": { _ = try await feedback.send(FeedbackMessage("Hello.")) }
        ])
    }
}
