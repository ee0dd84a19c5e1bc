import NetworkSimulation
import Networking
import Primitives
import Testing

@Suite("Silence and slow drips", .timeLimit(.minutes(20)))
struct SlowNetworkScenarioTests {
    private static let attempt = Duration.seconds(5)
    private static let deadline = Duration.seconds(12)

    private func course(
        in world: SimulatedWorld, _ conditions: NetworkConditions, chain: SimulatedChain = SimulatedChain()
    ) throws -> [CallLog.Entry] {
        var chain = chain
        chain.attemptTimeout = Self.attempt
        chain.deadline = Self.deadline
        chain.policy = RetryPolicy(budget: nil, circuit: nil)
        return try Course(of: 100, in: world, conditions: conditions, chain: chain) { fleet, log in
            await log.burst(of: fleet.members, in: world) { _ in .profile }
        }.log.entries
    }

    private static var silence: NetworkConditions {
        var conditions = NetworkConditions.calm
        conditions.silence = 1
        return conditions
    }

    /// A profile arrives in about a dozen chunks.
    private static var drip: NetworkConditions {
        var conditions = NetworkConditions.calm
        conditions.drip = 1
        conditions.dripPause = .seconds(3)
        return conditions
    }

    @Test(
        "the attempt timeout ends each silent or dripping attempt, and the deadline ends the call",
        arguments: [silence, drip])
    func limits(conditions: NetworkConditions) throws {
        try Simulation.run(seeds: 3) { world in
            let entries = try course(in: world, conditions)
            #expect(entries.count == 100, "seed \(world.seed)")
            #expect(entries.allSatisfy { $0.error?.cause == .timeout(.total(Self.deadline)) }, "seed \(world.seed)")
            #expect(entries.allSatisfy { $0.duration == Self.deadline }, "seed \(world.seed)")
            // Two attempts have ended by then, and the third is active.
            #expect(entries.allSatisfy { $0.error?.metadata.attempts == 3 }, "seed \(world.seed)")
        }
    }

    @Test("a body that drips fast enough is a normal response")
    func patience() throws {
        var conditions = Self.drip
        conditions.dripPause = .milliseconds(200)
        try Simulation.run(seeds: 1) { world in
            let entries = try course(in: world, conditions)
            #expect(entries.allSatisfy { $0.error == nil }, "seed \(world.seed)")
        }
    }

    @Test(
        "control: without the attempt timeout one silent attempt lasts until the deadline, and without a deadline until the day ends"
    )
    func controls() throws {
        let unlimited = SimulatedChain().without(AttemptTimeoutInterceptor.self)
        try Simulation.run(seeds: 1) { world in
            let entries = try course(in: world, Self.silence, chain: unlimited)
            #expect(entries.allSatisfy { $0.error?.metadata.attempts == 1 }, "seed \(world.seed)")
        }
        try Simulation.run(seeds: 1) { world in
            let entries = try course(in: world, Self.silence, chain: unlimited.without(DeadlineInterceptor.self))
            #expect(entries.allSatisfy { $0.duration > .seconds(80_000) }, "seed \(world.seed)")
        }
    }
}
