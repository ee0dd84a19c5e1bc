import ContractSuites
import NetworkSimulation
import Networking
import Synchronization
import TestSupport
import Testing

@Suite("A simulated network")
struct SimulatedNetworkTests {
    /// A server for the contract that responds with a closure.
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

    @Test("SimulatedNetwork fulfils the transport contract", arguments: TransportContract.clauses)
    func contract(clause: ContractClause<TransportSubject>) async throws {
        let server = ClosureServer()
        // Without latency no task sleeps, so the network runs outside a simulation.
        let conditions = NetworkConditions(latency: .zero ... .zero)
        let network = SimulatedNetwork(SimulatedWorld(seed: 1), to: server, conditions: conditions)
        try await clause.check(TransportSubject(transport: network, server: server))
    }
}
