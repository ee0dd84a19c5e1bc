import Primitives

/// Gives a call the moment at which its caller stops waiting, over all attempts together. Links within keep to it: the
/// attempt timeout never waits beyond it.
public struct DeadlineInterceptor: Interceptor {
    private let total: Duration

    /// - Parameter total: from the moment when the call enters the chain.
    public init(total: Duration) {
        self.total = total
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        call.deadline = call.context.time.uptime + total
        return try await next(call)
    }
}
