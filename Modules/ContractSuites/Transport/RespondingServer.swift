public import TestSupport

/// The other side of an exchange, as ``TransportContract`` needs it: a server that answers each request by a closure. Where
/// there is a wire between, it writes the answer on it in the usual way; ``FakeTransport`` is its own server.
public protocol RespondingServer: Sendable {
    /// Where requests have to go: a host, with a port if need be.
    var authority: String { get }

    /// Answers all requests from now on.
    ///
    /// - Parameter handler: what it throws ends the connection; a body of pieces is sent as it comes.
    func respond(with handler: @escaping ReceivedRequest.Handler)
}

extension FakeTransport: RespondingServer {}
