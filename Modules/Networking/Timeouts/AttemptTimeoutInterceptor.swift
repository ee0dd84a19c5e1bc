import Primitives

/// Limits each exchange: until the body is complete for a buffered call, until the head for a streamed one.
public struct AttemptTimeoutInterceptor: Interceptor {
    private let limit: Duration

    /// - Parameter limit: for each attempt.
    public init(limit: Duration) {
        self.limit = limit
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard limit > .zero else { throw call.context.error(.timeout(.attempt(limit)), call.request) }
        var call = call
        call.attemptEnd = Deadline(total: limit, from: call.context.time.uptime).orEarlier(call.attemptEnd)
        return try await next(call)
    }
}
