public import Models
public import Networking
public import Services

/// Sends feedback to the backend: signed while an account is logged in, unsigned otherwise.
public struct RemoteFeedbackService: FeedbackService {
    private let client: Client
    private let sessions: AccountSessions

    /// - Parameter sessions: shared with the app's `AuthService`.
    public init(client: Client, sessions: AccountSessions) {
        self.client = client
        self.sessions = sessions
    }

    public func send(_ message: FeedbackMessage) async throws(FeedbackServiceError) -> FeedbackReceipt {
        do throws(NetworkError) {
            return try await sessions.guestSession(on: client).send(.sendFeedback(message))
        } catch {
            throw FeedbackServiceError(error)
        }
    }
}

extension Endpoint where Access: GuestScope, Response == FeedbackReceipt {
    /// `POST /feedback`: stores one message for each idempotency key; 422 with the invalid fields, 429 for too many
    /// messages.
    public static func sendFeedback(_ message: FeedbackMessage) -> Self {
        Endpoint(.post, "/feedback", body: .encodable(message), idempotency: .keyed, response: .json)
    }
}
