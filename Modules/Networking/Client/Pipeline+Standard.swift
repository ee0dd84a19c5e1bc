public import Primitives

extension Pipeline {
    /// The interceptors that every app needs, in the order that works: deadline, response cache, retry, redirect,
    /// authentication, attempt timeout, transport.
    ///
    /// The order is part of the meaning. Each interceptor wraps those after it, which run once per call of `next`:
    ///
    /// - *Deadline*: one limit for the cache, all attempts and the waits between them. Inside retry, each attempt would
    ///   have a deadline of its own.
    /// - *Response cache*: a fresh response skips all inner interceptors. Inside retry, an open circuit would refuse a
    ///   response that is already stored. Inside authentication, calls would arrive with a credential and bypass the
    ///   cache.
    /// - *Retry*: an attempt is the first request, its redirects, and the resend after a 401. Inside authentication,
    ///   that resend would restart the count of attempts.
    /// - *Redirect*: sends the request as it was before signing, so no credential reaches another origin.
    /// - *Authentication*: signs each request. Its wait for a refresh does not use up the attempt timeout.
    /// - *Attempt timeout*: starts again with each request.
    ///
    /// `ChainOrderTests` removes each of them and swaps each pair of neighbors, to show what breaks.
    ///
    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - deadline: the limit of a call with all its attempts and waits.
    ///   - cache: the response cache interceptor; `nil` caches nothing.
    ///   - health: the retry policy, and the retry budget and circuit of each origin. Pipelines for the same servers
    ///     share one instance.
    ///   - random: draws the jitter of retries.
    ///   - redirects: which redirects are followed.
    ///   - authentication: signs requests. Replace it for an API with another authentication scheme.
    ///   - attemptTimeout: the limit of one request.
    ///   - outermost: interceptors before the deadline. They see each call once, however many requests it takes.
    ///   - innermost: interceptors next to the transport, such as tracing. They see each request as it is sent.
    public static func standard(
        over transport: any Transport,
        deadline: Duration = .seconds(120),
        cache: (any Interceptor)? = nil,
        health: OriginHealth,
        random: any RandomSource,
        redirects: RedirectPolicy = .follow(),
        authentication: any Interceptor = AuthenticationInterceptor(),
        attemptTimeout: Duration = .seconds(30),
        outermost: [any Interceptor] = [],
        innermost: [any Interceptor] = []
    ) -> Pipeline {
        var interceptors = outermost
        interceptors.append(DeadlineInterceptor(total: deadline))
        if let cache { interceptors.append(cache) }
        interceptors.append(RetryInterceptor(health: health, random: random))
        interceptors.append(RedirectInterceptor(redirects))
        interceptors.append(authentication)
        interceptors.append(AttemptTimeoutInterceptor(limit: attemptTimeout))
        return Pipeline(interceptors: interceptors + innermost, transport: transport)
    }
}
