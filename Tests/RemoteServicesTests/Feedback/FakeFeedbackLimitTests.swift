import ContractSuites
import Models
import Networking
import RemoteServices
import Services
import TestSupport
import Testing

struct FakeFeedbackLimitTests {
    @Test("the limit of feedback ends 10 minutes after the first message")
    func feedbackLimit() async throws {
        let clock = ManualClock()
        let feedback = try FakeBackend(time: clock).services().feedback
        let message = try FeedbackMessage("Hello.")
        for _ in 1...20 { _ = try await feedback.send(message) }
        clock.advance(by: .seconds(599))
        let error = await expectFailure(.network) { try await feedback.send(message) }
        #expect(error?.failure?.kind == .rateLimited)
        #expect(error?.failure?.retryAfter == .seconds(1))
        clock.advance(by: .seconds(1))
        _ = try await feedback.send(message)
    }
}
