public import Networking
public import TestSupport

/// The server at the other end of a ``SimulatedNetwork``.
public protocol SimulatedServer: Sendable {
    /// Responds to one request, possibly after a delay on the simulation's clock. The network throws the errors that
    /// this method throws.
    func respond(_ request: ReceivedRequest) async throws(TransportError) -> ServerResponse
}
