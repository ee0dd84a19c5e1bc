public import Networking
import Primitives

/// The production chain in a ``SimulatedWorld``, and what a control takes out of it to show that it was needed.
public struct SimulatedChain: Sendable {
    public var deadline = Duration.seconds(60)
    public var attemptTimeout = Duration.seconds(10)
    public var policy = RetryPolicy.standard
    private var substitutes: [ObjectIdentifier: [any Interceptor]] = [:]

    /// The chain with the standard policy.
    public init() {}

    /// The chain with `other` in the place of the link of this type; with nothing, unless it is given.
    public func without(_ link: any Interceptor.Type, but other: any Interceptor...) -> SimulatedChain {
        var chain = self
        chain.substitutes[ObjectIdentifier(link)] = other
        return chain
    }

    /// Outermost first.
    func links(
        in world: SimulatedWorld, health: OriginHealth, cache: any ResponseCacheStorage
    ) -> [any Interceptor] {
        let links: [any Interceptor] = [
            DeadlineInterceptor(total: deadline),
            ResponseCacheInterceptor(storage: cache, partition: .client("simulation"), time: world.time),
            RetryInterceptor(health: health, random: world.random),
            RedirectInterceptor(),
            AuthenticationInterceptor(),
            AttemptTimeoutInterceptor(limit: attemptTimeout),
        ]
        return links.flatMap { substitutes[ObjectIdentifier(type(of: $0))] ?? [$0] }
    }
}
