public import Models

/// Sends feedback to the makers of the app, as an account or as a guest.
public protocol FeedbackService: Sendable {
    /// Stores one message on this machine and sends it. The server stores it once, even if it is sent again after a lost
    /// response, and records the account as its author.
    ///
    /// - Returns: the server's receipt; `nil` while the message is pending.
    func send(_ message: FeedbackMessage) async throws(FeedbackServiceError) -> Submission<FeedbackReceipt?>
}

/// Why an operation of a ``FeedbackService`` failed.
public typealias FeedbackServiceError = ServiceError<Never>
