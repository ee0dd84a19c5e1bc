public import HTTPTypes
public import Networking
public import TestSupport

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
