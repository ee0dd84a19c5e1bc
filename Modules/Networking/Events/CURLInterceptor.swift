/// Tells each request as a cURL line just before it goes on the wire. Stands next to the transport, where a request is what
/// the server will see.
public struct CURLInterceptor: Interceptor {
    private let report: @Sendable (String) -> Void

    /// - Parameter report: is given one line for each attempt.
    public init(report: @escaping @Sendable (String) -> Void) {
        self.report = report
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        report(CURLCommand(call).text)
        return try await next(call)
    }
}
