public import Networking

/// An interceptor that a test writes in place.
///
/// ```swift
/// HookInterceptor { call, next in
///     journal.note("outer")
///     return try await next(call)
/// }
/// ```
public struct HookInterceptor: Interceptor {
    private let hook: @Sendable (Call, Next) async throws(NetworkError) -> ServerResponse

    /// - Parameter hook: handles the call.
    public init(_ hook: @escaping @Sendable (Call, Next) async throws(NetworkError) -> ServerResponse) {
        self.hook = hook
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        try await hook(call, next)
    }
}
