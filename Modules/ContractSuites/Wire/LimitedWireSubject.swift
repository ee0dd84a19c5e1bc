public import Networking

/// Transports of one kind, made with the limits that a clause of ``WireContract/limitClauses`` asks for, and the server
/// that they talk to.
public struct LimitedWireSubject: Sendable {
    private let server: any WireServer
    private let makeTransport: @Sendable (WireLimits) -> any Transport

    /// - Parameter makeTransport: a new transport, which the clause shuts down.
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
