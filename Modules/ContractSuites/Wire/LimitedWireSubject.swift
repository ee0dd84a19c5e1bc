public import Networking

/// Transports of one kind with the limits of a clause of ``WireContract/limitClauses``, and their server.
public struct LimitedWireSubject: Sendable {
    private let server: any WireServer
    private let makeTransport: @Sendable (WireLimits) -> any Transport

    /// - Parameter makeTransport: creates a transport with these limits. The clause shuts it down.
    public init(server: any WireServer, makeTransport: @escaping @Sendable (WireLimits) -> any Transport) {
        self.server = server
        self.makeTransport = makeTransport
    }

    /// Runs `body` with a transport that has `limits`.
    func limited(by limits: WireLimits, _ body: (WireSubject) async throws -> Void) async throws {
        let transport = makeTransport(limits)
        do {
            try await body(WireSubject(transport: transport, server: server))
        } catch {
            await transport.shutdown()
            throw error
        }
        await transport.shutdown()
    }
}
