import Networking
import Primitives

extension Pipeline {
    /// The chain of every call, outermost first. The order is part of the meaning: the deadline spans all attempts and the
    /// waits between them; an answer from the cache costs none of what follows; an attempt is everything from the redirects
    /// inwards; a redirect is followed with the request as it was before it was signed; the attempt timeout begins anew with
    /// each request.
    ///
    /// - Parameters:
    ///   - authentication: signs; another API's calls may be signed in another way.
    ///   - partition: whose answers the cache keeps for calls that no session signs.
    ///   - innermost: links next to the transport, which see each request as it goes out.
    static func calls(
        over transport: any Transport, settings: AppSettings, parts: ChainParts,
        authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .client("strata"), innermost: [any Interceptor] = []
    ) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: settings.deadline),
                ResponseCacheInterceptor(storage: parts.cache, partition: partition, time: parts.time),
                RetryInterceptor(health: parts.health, random: parts.random),
                RedirectInterceptor(settings.maxRedirects == 0 ? .never : .follow(limit: settings.maxRedirects)),
                authentication,
                AttemptTimeoutInterceptor(limit: settings.timeout),
            ] + innermost, transport: transport)
    }
}

extension RetryPolicy {
    /// Without a budget: `--retries` says how many requests there may be, and one command is no fleet. The circuit still
    /// ends what keeps failing.
    static func app(_ settings: AppSettings) -> RetryPolicy {
        settings.retries == 0 ? .never : RetryPolicy(maximumAttempts: settings.retries + 1, budget: nil)
    }
}
