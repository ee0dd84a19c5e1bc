import HTTPCaching
import Networking
import Primitives

extension Pipeline {
    /// The standard pipeline with the app's settings and the parts that all its pipelines share.
    ///
    /// - Parameter partition: the cache partition of calls without a credential provider.
    static func app(
        over transport: any Transport, settings: AppSettings, parts: ChainParts,
        authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app, innermost: [any Interceptor] = []
    ) -> Pipeline {
        .standard(
            over: transport, deadline: settings.deadline,
            cache: ResponseCacheInterceptor(storage: parts.cache, partition: partition, time: parts.time),
            health: parts.health, random: parts.random,
            redirects: settings.maxRedirects == 0 ? .never : .follow(limit: settings.maxRedirects),
            authentication: authentication, attemptTimeout: settings.timeout, innermost: innermost)
    }
}

extension RetryPolicy {
    /// No retry budget: the setting limits the requests of each call, and an app with one user needs no further limit.
    /// The circuit breaker still stops calls to a server that keeps failing.
    static func app(_ settings: AppSettings) -> RetryPolicy {
        settings.retries == 0 ? .never : RetryPolicy(maximumAttempts: settings.retries + 1, budget: nil)
    }
}
