public import TestSupport

/// The server of ``TransportContract``: it responds to each request with a closure. A server on a network writes the
/// response as ordinary HTTP. `FakeTransport` is its own server.
public protocol RespondingServer: Sendable {
    /// The host of the server, with a port if it needs one.
    var authority: String { get }

    /// Uses `handler` for all later requests.
    ///
    /// - Parameter handler: an error that it throws ends the connection. A streamed body is sent chunk by chunk.
    func respond(with handler: @escaping ReceivedRequest.Handler)
}

extension FakeTransport: RespondingServer {}
