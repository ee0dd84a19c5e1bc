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
        if let deadline = call.deadline, deadline.moment <= context.time.uptime {
            throw context.error(.timeout(.total(deadline.total)), call.request)
        }
        let attemptsBefore = context.attempts
        do throws(NetworkError) {
            return try await next(call, within: limit, or: .attempt(limit))
        } catch {
            // The exchange was cancelled and said nothing of it: that it took too long is known here.
            if case .timeout = error.cause, context.attempts > attemptsBefore {
                context.report(.attemptFailed(error.cause))
            }
            throw error
        }
    }
}
