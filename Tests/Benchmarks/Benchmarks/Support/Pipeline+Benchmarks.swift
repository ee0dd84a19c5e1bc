import Networking

extension Pipeline {
    /// The sample app's chain, with its limits.
    static func standard(over transport: any Transport) -> Pipeline {
        Pipeline(
            interceptors: [
                DeadlineInterceptor(total: .seconds(30)),
                RedirectInterceptor(),
                AuthenticationInterceptor(),
                AttemptTimeoutInterceptor(limit: .seconds(30)),
            ], transport: transport)
    }

    static func empty(over transport: any Transport) -> Pipeline {
        Pipeline(interceptors: (0..<6).map { _ in EmptyInterceptor() }, transport: transport)
    }
}
