import CommandLine
import Composition
import Models
import Networking
import RemoteServices
import Services

extension Tour {
    /// The outbox sends the message again with the same idempotency key, so that the server stores it once.
    func feedback(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let (feedback, outbox) = (visit.services.feedback, visit.services.outbox)
        try await narrator.step(
            "Send feedback; the server stores it, but its response is lost", with: [feedback, outbox]
        ) {
            try await visit.faults.send(.fault("hang-up", ["count": 1, "when": "after", "path": "/v2/feedback"]))
            _ = monitor.take()
            let sending = try await feedback.send(FeedbackMessage("A fine machine.", rating: 5))
            let reason = try unwrap(sending.reason, "the lost response was not noticed")
            let report = try await outbox.send(now: true)
            let attempts = monitor.take().attempts
            try expect(report.sent == 1 && report.left.isEmpty, "the message is still in the outbox")
            try expect(attempts == 2, "the message was sent \(attempts) times")
            return [
                "in the outbox, because: \(reason.userMessage)",
                "2 requests with one idempotency key, 1 message of \(visit.account.id)",
            ]
        }
    }
}
