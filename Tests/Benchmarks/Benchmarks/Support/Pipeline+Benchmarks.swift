import Networking
import Primitives

extension Pipeline {
    /// The sample app's chain, with its limits.
    static func standard(over transport: any Transport) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: .seconds(120)),
                RetryInterceptor(health: OriginHealth(random: SystemRandomSource()), random: SystemRandomSource()),
                RedirectInterceptor(),
                AuthenticationInterceptor(),
                AttemptTimeoutInterceptor(limit: .seconds(30)),
            ], transport: transport)
    }

    static func empty(over transport: any Transport) -> Pipeline {
        Pipeline(interceptors: (0..<6).map { _ in EmptyInterceptor() }, transport: transport)
    }
}
