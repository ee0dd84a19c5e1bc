import Networking

extension Pipeline {
    /// The chain of every call, outermost first. The order is part of the meaning: the deadline spans all attempts, a
    /// resend after a renewed credential included; a redirect is followed with the request as it was before it was signed;
    /// the attempt timeout begins anew with each.
    ///
    /// - Parameter authentication: signs; another API's calls may be signed in another way.
    static func calls(
        over transport: any Transport, settings: AppSettings,
        authentication: any Interceptor = AuthenticationInterceptor()
    ) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: settings.deadline),
                RedirectInterceptor(settings.maxRedirects == 0 ? .never : .follow(limit: settings.maxRedirects)),
                authentication,
                AttemptTimeoutInterceptor(limit: settings.timeout),
            ], transport: transport)
    }

    /// The shorter chain on which people sign in and credentials are renewed. With authentication in it, a renewal would
    /// wait for itself; with redirects, a secret in a body could be sent on to another server.
    static func credentials(over transport: any Transport, settings: AppSettings) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: settings.deadline),
                AttemptTimeoutInterceptor(limit: settings.timeout),
            ], transport: transport)
    }
}
