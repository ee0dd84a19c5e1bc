public import Networking
public import Testing

/// A failing double of ``Interceptor``, for the place that no call should reach: each records a test failure and
/// throws.
public struct FailingInterceptor: Interceptor {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        let unexpected = UnexpectedCall.record("Interceptor.intercept(_:next:)", sourceLocation: sourceLocation)
        throw call.context.error(.transport(.other(reason: unexpected.description)), call.request)
    }
}
