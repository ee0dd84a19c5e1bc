import Networking
import Primitives
import TestSupport

/// The chain of an app's composition root, of which a test says only what matters to it. Calls are made once unless it asks
/// for more, so that no retry hides what the server said.
struct Chain {
    var deadline: Duration = .seconds(60)
    var attempt: Duration = .seconds(30)
    var idleTimeout: Duration = .seconds(30)
    /// Right inside the deadline, where an app has its response cache.
    var outer: (any Interceptor)?
    var retry = RetryPolicy.never
    var redirects = RedirectPolicy.follow()
    var authentication: any Interceptor = AuthenticationInterceptor()
    var responseLimit = 16 * 1024 * 1024

    var interceptors: [any Interceptor] {
        let random = SeededRandomSource(seed: 1)
        var links: [any Interceptor] = [DeadlineInterceptor(total: deadline)]
        if let outer { links.append(outer) }
        return links + [
            RetryInterceptor(health: OriginHealth(policy: retry, random: random), random: random),
            RedirectInterceptor(redirects),
            authentication,
            AttemptTimeoutInterceptor(limit: attempt),
        ]
    }
}
