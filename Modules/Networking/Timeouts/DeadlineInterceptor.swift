import Primitives

/// Limits a call with all that happens to it: every attempt, and every wait between them. A streamed call is limited
/// until its head has come.
///
/// It watches no clock itself: it says until when (``Call/deadline``), and whatever waits within the chain stops waiting
/// then.
public struct DeadlineInterceptor: Interceptor {
    private let total: Duration

    /// - Parameter total: from the moment when the call enters this link.
    public init(total: Duration) {
        self.total = total
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard total > .zero else { throw call.context.error(.timeout(.total(total)), call.request) }
        var call = call
        call.deadline = Deadline(total: total, from: call.context.time.uptime).orEarlier(call.deadline)
        return try await next(call)
    }
}
