import Networking
import Synchronization

/// Responses that a server sends once each.
final class ResponseQueue: Sendable {
    private let responses: Mutex<ArraySlice<ServerResponse>>

    init(_ responses: [ServerResponse]) {
        self.responses = Mutex(responses[...])
    }

    func next() throws(TransportError) -> ServerResponse {
        guard let response = responses.withLock({ $0.popFirst() }) else {
            throw .other(reason: "The test has set up no further response.")
        }
        return response
    }
}
