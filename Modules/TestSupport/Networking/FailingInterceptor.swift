public import Networking

/// A failing double of ``Interceptor``, for the place that no call should reach: each throws
/// the text of an ``UnexpectedCall``.
public struct FailingInterceptor: Interceptor {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        let unexpected = origin.unexpectedCall("Interceptor.intercept(_:next:)")
        throw call.context.error(.transport(.other(reason: unexpected.description)), call.request)
    }
}
