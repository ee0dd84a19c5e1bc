import HTTPCaching
import Networking
import Primitives

extension Pipeline {
    /// The sample app's chain, with its limits.
    static func standard(over transport: any Transport) -> Pipeline {
        let (time, random) = (SystemTimeSource(), SystemRandomSource())
        return Pipeline(
            interceptors: [
                DeadlineInterceptor(total: .seconds(120)),
                ResponseCacheInterceptor(
                    storage: InMemoryResponseCache(), partition: .client("benchmarks"), time: time),
                RetryInterceptor(health: OriginHealth(random: random), random: random),
                RedirectInterceptor(),
                AuthenticationInterceptor(),
                AttemptTimeoutInterceptor(limit: .seconds(30)),
            ], transport: transport)
    }

    /// As many links that do nothing.
    static func empty(over transport: any Transport) -> Pipeline {
        Pipeline(interceptors: (0..<6).map { _ in EmptyInterceptor() }, transport: transport)
    }
}
