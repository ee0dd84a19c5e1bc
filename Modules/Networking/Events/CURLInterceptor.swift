/// Reports each request as a cURL command just before it is sent. Put it next to the transport, where the request is
/// final.
public struct CURLInterceptor: Interceptor {
    private let authorities: String?
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - authorities: the path of a PEM file with the certificates to trust, if the transport trusts one.
    ///   - report: receives one command for each attempt.
    public init(authorities: String? = nil, report: @escaping @Sendable (String) -> Void) {
        self.authorities = authorities
        self.report = report
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        report(CURLCommand(call, authorities: authorities).text)
        return try await next(call)
    }
}
