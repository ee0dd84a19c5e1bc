import Composition
import Models
import Networking
import RemoteServices
import Services

extension Tour {
    /// The retry after a lost response has the same idempotency key, so that the server stores the message once.
    func feedback(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Send feedback; the server stores it, but its response is lost",
            through: ["Demo", "Models", "Services", "Networking (retry, idempotency key)", "NIOTransport"]
        ) {
            let feedback = try await app.feedback
            try await visit.faults.send(.hangUp(HangUp(count: 1, when: "after", path: "/v2/feedback")))
            _ = monitor.take()
            let receipt = try await feedback.send(FeedbackMessage("A fine machine.", rating: 5))
            let seen = monitor.take()
            try expect(seen.attempts == 2, "the message was sent \(seen.attempts) times")
            try expect(receipt.authorID == visit.account.id, "the author is not the account that is logged in")
            return seen.decisions + ["2 requests with one idempotency key, 1 message of \(visit.account.id)"]
        }
    }
}

/// A connection that the server closes instead of sending its response.
private struct HangUp: Encodable, Sendable {
    let count: Int
    /// `before` or `after` the server has processed the request.
    let when: String
    let path: String
}

extension Endpoint where Access: GuestScope, Response == Void {
    fileprivate static func hangUp(_ fault: HangUp) -> Self {
        Endpoint(.post, "/faults/hang-up", body: .encodable(fault), response: .nothing)
    }
}
