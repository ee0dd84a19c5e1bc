import ContractSuites
import NetworkSimulation
import Networking
import Synchronization
import TestSupport
import Testing

@Suite("A simulated network")
struct SimulatedNetworkTests {
    /// A server that is a closure, as the contract wants it.
    private final class ClosureServer: SimulatedServer, RespondingServer {
        private let handler = Mutex<ReceivedRequest.Handler?>(nil)

        var authority: String { "simulated.invalid" }

        func respond(with handler: @escaping ReceivedRequest.Handler) {
            self.handler.withLock { $0 = handler }
        }

        func respond(_ request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
            guard let handler = handler.withLock({ $0 }) else { throw .connectionRefused }
            return try await handler(request)
        }
    }

    @Test("keeps the transport contract", arguments: TransportContract.clauses)
    func contract(clause: ContractClause<TransportSubject>) async throws {
        let server = ClosureServer()
        // Without latency nobody sleeps, and the network needs no world that turns.
        let conditions = NetworkConditions(latency: .zero ... .zero)
        let network = SimulatedNetwork(SimulatedWorld(seed: 1), to: server, conditions: conditions)
        try await clause.check(TransportSubject(transport: network, server: server))
    }
}
