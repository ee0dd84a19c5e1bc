import Networking

/// An interceptor that only passes calls on: the minimum cost of any pipeline.
struct EmptyInterceptor: Interceptor {
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        try await next(call)
    }
}
