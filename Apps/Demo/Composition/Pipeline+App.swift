import Networking
import Primitives

extension Pipeline {
    /// The chain of every call, outermost first. The order is part of the meaning: the deadline spans all attempts and the
    /// waits between them; an attempt is everything from the redirects inwards; a redirect is followed with the request as
    /// it was before it was signed; the attempt timeout begins anew with each request.
    ///
    /// - Parameters:
    ///   - health: one for the whole app.
    ///   - authentication: signs; another API's calls may be signed in another way.
    static func calls(
        over transport: any Transport, settings: AppSettings, health: OriginHealth, random: any RandomSource,
        authentication: any Interceptor = AuthenticationInterceptor()
    ) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: settings.deadline),
                RetryInterceptor(policy: .app(settings), health: health, random: random),
                RedirectInterceptor(settings.maxRedirects == 0 ? .never : .follow(limit: settings.maxRedirects)),
                authentication,
                AttemptTimeoutInterceptor(limit: settings.timeout),
            ], transport: transport)
    }
}

extension RetryPolicy {
    /// A command ends before it could earn a retry, so it begins with all that it may spend.
    static func app(_ settings: AppSettings) -> RetryPolicy {
        settings.retries == 0
            ? .never : RetryPolicy(maximumAttempts: settings.retries + 1, budget: Budget(opening: .full))
    }
}
