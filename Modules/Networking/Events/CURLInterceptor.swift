/// Reports each request as a cURL command just before it is sent. Put it next to the transport, where the request is
/// final.
public struct CURLInterceptor: Interceptor {
    private let report: @Sendable (String) -> Void

    /// - Parameter report: receives one command for each attempt.
    public init(report: @escaping @Sendable (String) -> Void) {
        self.report = report
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        report(CURLCommand(call).text)
        return try await next(call)
    }
}
