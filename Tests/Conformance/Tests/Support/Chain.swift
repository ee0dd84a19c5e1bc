import Networking
import Primitives
import TestSupport

/// The settings of the standard pipeline with defaults for tests. Calls are sent once unless a test sets a retry
/// policy, so that no retry hides a response.
struct Chain {
    var deadline: Duration = .seconds(60)
    var attempt: Duration = .seconds(30)
    var idleTimeout: Duration = .seconds(30)
    /// In place of the response cache.
    var outer: (any Interceptor)?
    var retry = RetryPolicy.never
    var redirects = RedirectPolicy.follow()
    var authentication: any Interceptor = AuthenticationInterceptor()
    var responseLimit = 16 * 1024 * 1024

    func pipeline(over transport: any Transport) -> Pipeline {
        let random = SeededRandomSource(seed: 1)
        return .standard(
            over: transport, deadline: deadline, cache: outer, health: OriginHealth(policy: retry, random: random),
            random: random, redirects: redirects, authentication: authentication, attemptTimeout: attempt)
    }
}
