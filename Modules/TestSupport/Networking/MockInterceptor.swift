public import Networking

/// A mock of `Interceptor`: runs the closure that a test sets up. Without one, each call fails with the text of an
/// ``UnexpectedCall``.
///
/// ```swift
/// MockInterceptor { call, next in
///     journal.note("outer")
///     return try await next(call)
/// }
/// ```
public struct MockInterceptor: Interceptor {
    private let handler: @Sendable (Call, Next) async throws(NetworkError) -> ServerResponse

    /// Creates a mock for which every call is unexpected.
    public init(file: String = #fileID, line: Int = #line) {
        let origin = DoubleOrigin(file: file, line: line)
        handler = { call, _ throws(NetworkError) in
            let unexpected = origin.unexpectedCall("Interceptor.intercept(_:next:)")
            throw call.context.error(.transport(.other(reason: unexpected.description)), call.request)
        }
    }

    /// - Parameter handler: handles the call.
    public init(_ handler: @escaping @Sendable (Call, Next) async throws(NetworkError) -> ServerResponse) {
        self.handler = handler
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        try await handler(call, next)
    }
}
