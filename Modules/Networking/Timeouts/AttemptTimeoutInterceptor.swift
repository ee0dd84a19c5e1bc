/// Limits each attempt: until the body is complete for a buffered call, until the head arrives for a streamed one.
///
/// It shortens the deadline of its own copy of the call, so that the next attempt starts with the full timeout.
public struct AttemptTimeoutInterceptor: Interceptor {
    private let limit: Duration

    /// - Parameter limit: how long one attempt may take.
    public init(limit: Duration) {
        self.limit = limit
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        try call.shortenDeadline(to: .attempt(limit))
        return try await next(call)
    }
}
