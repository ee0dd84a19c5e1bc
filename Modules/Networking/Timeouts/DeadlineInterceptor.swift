/// Sets the deadline of a call, for every attempt and every wait between attempts. Deadlines do not apply to streamed
/// bodies: a streamed call is limited until its head arrives.
///
/// It watches no clock. ``Call/deadline`` travels with the call, and every wait within the chain ends then.
public struct DeadlineInterceptor: Interceptor {
    private let total: Duration

    /// - Parameter total: from the moment when the call enters this interceptor.
    public init(total: Duration) {
        self.total = total
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var call = call
        try call.shortenDeadline(to: .total(total))
        return try await next(call)
    }
}
