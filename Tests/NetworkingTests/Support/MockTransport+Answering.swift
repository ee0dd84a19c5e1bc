import HTTPTypes
import Networking
import TestSupport

extension MockTransport {
    /// Answers every request with the same response.
    convenience init(answering response: ServerResponse) {
        self.init(over: FakeTransport { _ in response })
    }

    /// Fails every request in the same way.
    convenience init(failing error: TransportError) {
        self.init(over: FakeTransport { _ throws(TransportError) in throw error })
    }

    var requests: [HTTPRequest] { calls.map(\.request) }
}
