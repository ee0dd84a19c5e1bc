import EngineContracts
import EngineTestSupport
import Foundation
import NetworkSimulation
import Networking
import Primitives
import Synchronization
import Testing

@Suite("A simulation")
struct SimulatedWorldTests {
    @Test("a simulated day takes no real time, and sleepers wake in the order of their deadlines")
    func time() throws {
        let world = SimulatedWorld(seed: 1)
        let (woken, now) = try world.run {
            let woken = try await withThrowingTaskGroup(of: Int.self) { group in
                for hours in [24, 1, 7, 7, 2] {
                    group.addTask {
                        try await world.time.sleep(for: .seconds(3_600 * hours))
                        return hours
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            return (woken, world.time.now)
        }
        #expect(woken == [1, 2, 7, 7, 24])
        #expect(now == Date(timeIntervalSince1970: 1_767_225_600 + 86_400))
    }

    @Test("time does not advance to the deadline of a cancelled sleeper")
    func cancelledSleeper() throws {
        let world = SimulatedWorld(seed: 1)
        let monotonicTime = try world.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await world.time.sleep(for: .seconds(3_600)) }
                group.addTask { try await world.time.sleep(for: .seconds(1)) }
                try await group.next()
                group.cancelAll()
            }
            return world.time.monotonicTime
        }
        #expect(monotonicTime == .seconds(1))
    }

    @Test("a run that can't continue throws an error with its seed instead of hanging")
    func standstill() {
        let world = SimulatedWorld(seed: 42)
        let gate = Gate()
        let error = #expect(throws: SimulatedWorld.Standstill.self) {
            try world.run {
                await gate.pass()
            }
        }
        #expect(error?.description.contains("seed 42") == true)
    }

    @Test("an error inside the simulation is thrown to its caller")
    func throwing() {
        #expect(throws: TransportError.closed) {
            try SimulatedWorld(seed: 1).run { throw TransportError.closed }
        }
    }

    @Test("all seeds run, and the error names each one that failed")
    func failingSeed() throws {
        let seeds = Mutex<[UInt64]>([])
        let error = #expect(throws: FailedSeeds.self) {
            try Simulation.run(seeds: 3) { world in
                seeds.withLock { $0.append(world.seed) }
                if world.seed == 2 { throw TransportError.closed }
            }
        }
        #expect(error?.failures.map(\.seed) == [2])
        #expect(error?.description.contains("SIMULATION_SEED=2") == true)
        #expect(seeds.withLock { $0 } == [1, 2, 3])
    }
}

@Suite("A simulated network")
struct SimulatedNetworkTests {
    /// Adds nothing to its handler, so that the contract judges the network alone.
    private final class ClosureServer: RespondingServer {
        private let handler = Mutex<ReceivedRequest.Handler?>(nil)

        var authority: String { "simulated.invalid" }

        func respond(with handler: @escaping ReceivedRequest.Handler) {
            self.handler.withLock { $0 = handler }
        }

        func respond(to request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
            guard let handler = handler.withLock({ $0 }) else { throw .connectionRefused }
            return try await handler(request)
        }
    }

    @Test("SimulatedNetwork fulfills the transport contract", arguments: TransportContract.clauses)
    func contract(clause: ContractClause<TransportSubject>) async throws {
        let server = ClosureServer()
        // Without latency no task sleeps, so the network runs outside a simulation.
        let conditions = NetworkConditions(latency: .zero ... .zero)
        let network = SimulatedNetwork(
            SimulatedWorld(seed: 1), to: server.respond(to:), conditions: conditions)
        try await clause.check(TransportSubject(transport: network, server: server))
    }
}
