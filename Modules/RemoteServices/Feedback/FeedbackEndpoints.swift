public import Models
public import Networking

extension Endpoint where Access: GuestScope, Response == FeedbackReceipt {
    /// `POST /feedback`: stores one message for each idempotency key; 422 with the invalid fields, 429 for too many
    /// messages.
    public static func sendFeedback(_ message: FeedbackMessage) -> Self {
        Endpoint(.post, "/feedback", body: .encodable(message), idempotency: .keyed, response: .json)
    }
}
