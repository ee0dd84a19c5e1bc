public import HTTPTypes
public import Networking
public import TestSupport

extension MockTransport {
    /// Answers every request with the same response.
    public convenience init(responding response: ServerResponse) {
        self.init(over: FakeTransport { _ in response })
    }

    /// Fails every request in the same way.
    public convenience init(failing error: TransportError) {
        self.init(over: FakeTransport { _ throws(TransportError) in throw error })
    }

    public var requests: [HTTPRequest] { calls.map(\.request) }
}
