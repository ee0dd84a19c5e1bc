public import Models
public import Services

/// The subject of ``FeedbackServiceContract``: a service and its backend.
public struct FeedbackServiceSubject: Sendable {
    /// The service under test. No account is logged in.
    public let feedback: any FeedbackService
    /// The number of messages that the backend accepts from one sender.
    public let messageLimit: Int
    /// Logs a member in and returns their id.
    public let login: @Sendable () async throws -> UserID
    /// Logs the member out.
    public let logout: @Sendable () async throws -> Void
    /// Makes the backend unreachable.
    public let cutConnection: @Sendable () -> Void

    /// Creates a subject from its parts.
    public init(
        feedback: any FeedbackService, messageLimit: Int, login: @escaping @Sendable () async throws -> UserID,
        logout: @escaping @Sendable () async throws -> Void, cutConnection: @escaping @Sendable () -> Void
    ) {
        self.feedback = feedback
        self.messageLimit = messageLimit
        self.login = login
        self.logout = logout
        self.cutConnection = cutConnection
    }
}
