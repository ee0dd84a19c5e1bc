public import DependencyInjection
import Primitives
import RemoteServices
public import Services

extension Key<any FeedbackService> {
    /// Sends feedback without a login.
    public static var guestFeedback: Self { Self() }

    /// Sends feedback on behalf of the scope's account.
    public static var feedback: Self { Self() }
}

extension ComposedApp {
    /// Sends feedback without a login.
    public var guestFeedback: any FeedbackService { get async throws { try await value(.guestFeedback) } }
}

extension AccountServices {
    /// Sends feedback.
    public var feedback: any FeedbackService { get async throws { try await value(.feedback) } }
}

extension Assembly {
    static var feedback: Assembly {
        Assembly {
            Singleton(.guestFeedback, needs: .guestOutbox, .identifiers) { outbox, identifiers in
                RemoteFeedbackService(outbox: outbox, identifiers: identifiers)
            }
            Scoped(.feedback, needs: .outbox, .identifiers) { outbox, identifiers in
                RemoteFeedbackService(outbox: outbox, identifiers: identifiers)
            }
        }
    }
}
