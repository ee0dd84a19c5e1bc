import HTTPCaching
public import Networking
import Primitives

/// The production pipeline in a ``SimulatedWorld``. A control experiment can replace or remove single interceptors, to
/// prove that they are needed.
public struct SimulatedChain: Sendable {
    /// The time limit of a call with all its attempts.
    public var deadline = Duration.seconds(60)
    /// The time limit of one attempt.
    public var attemptTimeout = Duration.seconds(10)
    /// When a call is retried.
    public var policy = RetryPolicy.standard
    private var substitutes: [ObjectIdentifier: [any Interceptor]] = [:]

    /// Creates the pipeline with the standard policy.
    public init() {}

    /// The same pipeline with `other` in place of the interceptor of this type. Without `other`, the interceptor is
    /// removed.
    public func without(_ interceptor: any Interceptor.Type, but other: any Interceptor...) -> SimulatedChain {
        var chain = self
        chain.substitutes[ObjectIdentifier(interceptor)] = other
        return chain
    }

    /// The standard pipeline with this value's replacements.
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
