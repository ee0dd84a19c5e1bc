public import Models

/// Sends feedback to the makers of the app, with or without a login.
public protocol FeedbackService: Sendable {
    /// Sends one message. While an account is logged in, the server records it as the author.
    ///
    /// The server stores the message once, even if the request is sent again after a lost response.
    func send(_ message: FeedbackMessage) async throws(FeedbackServiceError) -> FeedbackReceipt
}

/// Why an operation of a ``FeedbackService`` failed.
public typealias FeedbackServiceError = ServiceError<Never>
