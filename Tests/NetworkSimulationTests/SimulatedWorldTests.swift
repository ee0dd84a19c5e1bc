import ContractSuites
import Foundation
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import Synchronization
import TestSupport
import Testing

@Suite("A simulation")
struct SimulatedWorldTests {
    private struct EchoServer: SimulatedServer {
        func respond(_ request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
            .text("\(request.head.path ?? "") and a body that is long enough to be cut")
        }
    }

    /// The outcomes and times of a thousand clients on a rough network.
    private func history(seed: UInt64) throws -> [String] {
        let world = SimulatedWorld(seed: seed)
        let network = SimulatedNetwork(world, to: EchoServer(), conditions: .rough)
        return try world.run {
            await withTaskGroup(of: String.self) { group in
                for client in 0..<1_000 {
                    group.addTask {
                        await "\(client): \(outcome(of: client, on: network)) at \(world.time.monotonicTime)"
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
    }

    private func outcome(of client: Int, on network: SimulatedNetwork) async -> String {
        do throws(TransportError) {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/\(client)")
            let response = try await network.send(request, body: .empty)
            return "\(try await response.body.collect(upTo: 1_000).count) bytes"
        } catch {
            return "\(error)"
        }
    }

    @Test("runs of one seed have the same events in the same order, and another seed differs")
    func replay() throws {
        let first = try history(seed: 3)
        #expect(first.count == 1_000)
        #expect(try history(seed: 3) == first)
        #expect(try history(seed: 4) != first)
    }

    @Test("every kind of network failure occurs on a rough network")
    func conditions() throws {
        let outcomes = Set(try history(seed: 3).map { String($0.split(separator: " ")[1]) })
        #expect(outcomes.isSuperset(of: ["connectionRefused", "connectionLost", "truncatedResponse"]))
    }

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
