import Composition
import Models
import Networking
import RemoteServices
import Services

extension Tour {
    /// The retry after a lost response has the same idempotency key, so that the server stores the message once.
    func feedback(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let feedback = try await app.feedback
        try await narrator.step(
            "Send feedback; the server stores it, but its response is lost", with: [feedback]
        ) {
            try await visit.faults.send(.fault("hang-up", ["count": 1, "when": "after", "path": "/v2/feedback"]))
            _ = monitor.take()
            let receipt = try await feedback.send(FeedbackMessage("A fine machine.", rating: 5))
            let seen = monitor.take()
            try expect(seen.attempts == 2, "the message was sent \(seen.attempts) times")
            try expect(receipt.authorID == visit.account.id, "the author is not the account that is logged in")
            return seen.decisions + ["2 requests with one idempotency key, 1 message of \(visit.account.id)"]
        }
    }
}
