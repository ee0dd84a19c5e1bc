import HTTPCaching
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
    public func without(_ interceptor: any Interceptor.Type, but other: any Interceptor...) -> SimulatedChain {
        var chain = self
        chain.substitutes[ObjectIdentifier(interceptor)] = other
        return chain
    }

    /// The standard pipeline with this chain's substitutes.
    func pipeline(
        in world: SimulatedWorld, over transport: any Transport, health: OriginHealth, cache: any ResponseCacheStorage
    ) -> Pipeline {
        let standard = Pipeline.standard(
            over: transport, deadline: deadline,
            cache: ResponseCacheInterceptor(storage: cache, partition: .client("simulation"), time: world.time),
            health: health, random: world.random, attemptTimeout: attemptTimeout)
        return Pipeline(
            interceptors: standard.interceptors.flatMap { substitutes[ObjectIdentifier(type(of: $0))] ?? [$0] },
            transport: transport)
    }
}
