import Foundation
import Models
import Networking
import Primitives
public import Services

/// Sends feedback to the backend through the outbox of an account, or of guests.
struct RemoteFeedbackService: FeedbackService {
    private let outbox: Outbox
    private let identifiers: any IdentifierSource

    /// - Parameter outbox: its owner is the author. Messages from the outbox of guests have no author.
    init(outbox: Outbox, identifiers: any IdentifierSource) {
        self.outbox = outbox
        self.identifiers = identifiers
    }

    func send(
        _ message: FeedbackMessage
    ) async throws(FeedbackServiceError) -> Submission<FeedbackReceipt?> {
        try await outbox.submit(FeedbackChange(itemID: identifiers.next().text, message: message)).map { response in
            try? JSONCoding().decode(FeedbackReceipt.self, from: response)
        }
    }
}

extension BackendServices {
    /// Sends feedback without a login.
    public var feedback: any FeedbackService { RemoteFeedbackService(outbox: guestOutbox, identifiers: identifiers) }
}

extension AccountBackend {
    /// Sends feedback of the account.
    public var feedback: any FeedbackService {
        RemoteFeedbackService(outbox: outbox, identifiers: backend.identifiers)
    }
}

/// One message, as the outbox stores it. No message waits for another one.
struct FeedbackChange: OutboxChange {
    static var kind: String { "feedback" }

    let itemID: String
    let message: FeedbackMessage

    var summary: String { "send feedback" }

    /// `POST /feedback`, for guests and members: stores one message for each idempotency key; 422 with the invalid fields,
    /// 429 for too many messages.
    func request() -> ChangeRequest { ChangeRequest(.post, "/feedback", body: message) }
}

extension OutboxKind {
    /// Sending feedback.
    public static var feedback: OutboxKind { OutboxKind(FeedbackChange.self) }
}
