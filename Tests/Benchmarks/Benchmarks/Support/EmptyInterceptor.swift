import Networking

/// A link that only passes on: what any chain costs.
struct EmptyInterceptor: Interceptor {
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        try await next(call)
    }
}
