import Primitives

/// Limits one exchange: until the body is complete for a buffered call, until the head for a streamed one.
public struct AttemptTimeoutInterceptor: Interceptor {
    private let limit: Duration

    /// - Parameter limit: for each attempt. None begins once the call's deadline has passed.
    public init(limit: Duration) {
        self.limit = limit
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        let context = call.context
        guard limit > .zero else { throw context.error(.timeout(.attempt(limit)), call.request) }
        let now = context.time.uptime
        if let deadline = call.deadline {
            guard deadline.moment > now else { throw context.error(.timeout(.total(deadline.total)), call.request) }
            // The deadline comes first and ends this attempt as well.
            if deadline.moment <= now + limit { return try await next(call) }
        }
        let attemptsBefore = context.attempts
        do throws(NetworkError) {
            return try await next(call, until: now + limit, or: .attempt(limit))
        } catch {
            // The exchange was cancelled and said nothing of it: that it took too long is known here.
            if case .timeout = error.cause, context.attempts > attemptsBefore {
                context.report(.attemptFailed(error.cause))
            }
            throw error
        }
    }
}
