public import Networking
public import TestSupport

/// The other side of a ``SimulatedNetwork``.
public protocol SimulatedServer: Sendable {
    /// Answers one request that came through; may take its time on the world's clock. What it throws, the network does.
    func respond(_ request: ReceivedRequest) async throws(TransportError) -> ServerResponse
}
