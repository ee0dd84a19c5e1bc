public import EngineTestSupport
public import HTTPTypes
public import Networking

extension MockTransport {
    /// Returns the same response to every request.
    public convenience init(responding response: ServerResponse) {
        self.init(over: FakeTransport { _ in response })
    }

    /// Fails every request with the same error.
    public convenience init(failing error: TransportError) {
        self.init(over: FakeTransport { _ throws(TransportError) in throw error })
    }

    public var requests: [HTTPRequest] { calls.map(\.request) }
}

extension MockInterceptor {
    /// Changes each call before it goes on.
    public static func changing(_ change: @escaping @Sendable (inout Call) -> Void) -> MockInterceptor {
        MockInterceptor { call, next throws(NetworkError) in
            var call = call
            change(&call)
            return try await next(call)
        }
    }
}
