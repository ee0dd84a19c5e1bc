/// Sets the deadline of a call, for all its attempts and the waits between them. Deadlines do not apply to streamed
/// bodies: a streamed call is limited until its head arrives.
///
/// This interceptor runs no timer. ``Call/deadline`` travels with the call, and every wait within the pipeline ends at
/// that moment.
public struct DeadlineInterceptor: Interceptor {
    private let total: Duration

    /// - Parameter total: how long a call may take, from the moment when it reaches this interceptor.
    public init(total: Duration) {
        self.total = total
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        try call.shortenDeadline(to: .total(total))
        return try await next(call)
    }
}

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
