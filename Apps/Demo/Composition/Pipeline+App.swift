import Networking

extension Pipeline {
    /// The chain of every call, outermost first. The order is part of the meaning: the deadline spans all attempts, a
    /// resend after a renewed credential included; the attempt timeout begins anew with each.
    static func calls(over transport: any Transport, timeout: Duration) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: timeout),
                AuthenticationInterceptor(),
                AttemptTimeoutInterceptor(limit: timeout),
            ], transport: transport)
    }
}
