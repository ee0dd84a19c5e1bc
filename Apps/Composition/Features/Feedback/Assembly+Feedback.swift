public import DependencyInjection
import RemoteServices
public import Services

extension Key<any FeedbackService> {
    /// Sends feedback on behalf of the account that is logged in, or of a guest.
    public static var feedback: Self { Self() }
}

extension ComposedApp {
    /// Sends feedback on behalf of the account that is logged in, or of a guest.
    public var feedback: any FeedbackService { get async throws { try await value(.feedback) } }
}

extension Assembly {
    static var feedback: Assembly {
        Assembly {
            Singleton(.feedback, needs: .client, .localAccountData) { client, local in
                RemoteFeedbackService(client: client, sessions: local.sessions)
            }
        }
    }
}
