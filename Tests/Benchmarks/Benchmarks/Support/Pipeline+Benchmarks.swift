import HTTPCaching
import Networking
import Primitives

extension Pipeline {
    /// The standard pipeline with its defaults and a response cache.
    static func standard(over transport: any Transport) -> Pipeline {
        let (time, random) = (SystemTimeSource(), SystemRandomSource())
        return .standard(
            over: transport,
            cache: ResponseCacheInterceptor(
                storage: InMemoryResponseCache(), partition: .client("benchmarks"), time: time),
            health: OriginHealth(random: random), random: random)
    }

    /// Six interceptors that do nothing, as many as the standard pipeline has.
    static func empty(over transport: any Transport) -> Pipeline {
        Pipeline(interceptors: (0..<6).map { _ in EmptyInterceptor() }, transport: transport)
    }
}
