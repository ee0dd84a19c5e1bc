/// Brings the deadline forward for each attempt: until the body is complete for a buffered call, until the head for a
/// streamed one.
///
/// The call further out keeps its own deadline, so that the next attempt begins with the full timeout.
public struct AttemptTimeoutInterceptor: Interceptor {
    private let limit: Duration

    /// - Parameter limit: for each attempt.
    public init(limit: Duration) {
        self.limit = limit
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        try call.shortenDeadline(to: .attempt(limit))
        return try await next(call)
    }
}
