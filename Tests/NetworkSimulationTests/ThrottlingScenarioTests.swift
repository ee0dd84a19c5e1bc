import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("A thousand clients at once in front of a limit", .timeLimit(.minutes(5)))
struct ThrottlingScenarioTests {
    private static let clients = 1_000
    private static let limit = SimulatedBackend.Capacity(rate: 100, burst: 100, retryAfter: 2)

    private struct Course {
        let log: CallLog
        let load: ServerLoad
        let counts: SimulatedBackend.Counts

        /// Requests in the fullest tenth of a second after the first wave.
        var peak: Int { load.peak(within: .milliseconds(100), in: .seconds(1)..<Duration.seconds(30)) }
        var returns: Int { load.count - clients }
    }

    /// All call in the same instant.
    private func course(
        in world: SimulatedWorld, policy: RetryPolicy, chain: SimulatedChain = SimulatedChain()
    ) throws -> Course {
        let backend = SimulatedBackend(world)
        backend.rules.capacity = Self.limit
        let network = SimulatedNetwork(world, to: backend)
        var chain = chain
        chain.policy = policy
        let fleet = try SimulatedFleet(Self.clients, in: world, of: backend, over: network, chain: chain)
        let log = CallLog()
        try world.run {
            await withDiscardingTaskGroup { group in
                for member in fleet.members {
                    group.addTask {
                        await log.note(member.user, in: world) { () async throws(NetworkError) in
                            try await member.session.send(.order(member.user))
                        }
                    }
                }
            }
        }
        return Course(log: log, load: backend.load, counts: backend.counts)
    }

    @Test("nobody comes back before the time, and few come back at all")
    func standard() throws {
        try Simulation.run(seeds: 3) { world in
            let course = try course(in: world, policy: RetryPolicy(budget: .init(opening: .drawn)))
            #expect(course.counts.early == 0, "seed \(world.seed)")
            #expect(course.returns > 0, "seed \(world.seed): nobody came back")
            #expect(Double(course.load.count) <= 1.2 * Double(Self.clients), "seed \(world.seed)")
            #expect(course.log.entries.allSatisfy { $0.error == nil || $0.error?.status == 429 }, "seed \(world.seed)")
        }
    }

    @Test("were all of them to come back, they would come back apart")
    func spread() throws {
        try Simulation.run(seeds: 2) { world in
            let course = try course(in: world, policy: RetryPolicy(maximumAttempts: 2, budget: nil, circuit: nil))
            #expect(course.counts.early == 0, "seed \(world.seed)")
            #expect(course.returns == Self.clients - Self.limit.burst, "seed \(world.seed)")
            // Nine hundred within as long as they were asked to wait, two seconds: forty-five in a tenth of a second.
            #expect(course.peak < 80, "seed \(world.seed)")
        }
    }

    @Test("would come back too soon if Retry-After were not heard, and as one without jitter: the simulation can tell")
    func controls() throws {
        try Simulation.run(seeds: 1) { world in
            let deaf = SimulatedChain().without(
                RedirectInterceptor.self,
                but: MockInterceptor { call, next throws(NetworkError) in
                    var response = try await next(call)
                    response.head.headerFields[.retryAfter] = nil
                    return response
                })
            let course = try course(in: world, policy: RetryPolicy(budget: nil, circuit: nil), chain: deaf)
            #expect(course.counts.early > 500, "seed \(world.seed)")
        }
        try Simulation.run(seeds: 1) { world in
            let policy = RetryPolicy(maximumAttempts: 2, budget: nil, circuit: nil)
            let health = OriginHealth(policy: policy, random: SteadyRandom(0))
            let steady = SimulatedChain().without(
                RetryInterceptor.self, but: RetryInterceptor(health: health, random: SteadyRandom(0)))
            let course = try course(in: world, policy: policy, chain: steady)
            #expect(course.peak == Self.clients - Self.limit.burst, "seed \(world.seed)")
        }
    }
}
