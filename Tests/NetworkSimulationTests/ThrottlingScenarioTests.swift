import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("A thousand concurrent clients above a rate limit", .timeLimit(.minutes(20)))
struct ThrottlingScenarioTests {
    private static let clients = 1_000
    private static let limit = SimulatedBackend.Capacity(rate: 100, burst: 100, retryAfter: 2)

    private struct Course {
        let log: CallLog
        let load: ServerLoad
        let counts: SimulatedBackend.Counts

        /// Requests in the busiest tenth of a second after the first wave.
        var peak: Int { load.peak(within: .milliseconds(100), in: .seconds(1)..<Duration.seconds(30)) }
        var returns: Int { load.count - clients }
    }

    /// All clients call at the same instant.
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

    @Test("no throttled client retries before Retry-After, and few retry at all")
    func standard() throws {
        try Simulation.run(seeds: 3) { world in
            let course = try course(in: world, policy: RetryPolicy(budget: .init(opening: .drawn)))
            #expect(course.counts.early == 0, "seed \(world.seed)")
            #expect(course.returns > 0, "seed \(world.seed): no client retried")
            #expect(Double(course.load.count) <= 1.2 * Double(Self.clients), "seed \(world.seed)")
            #expect(course.log.entries.allSatisfy { $0.error == nil || $0.error?.status == 429 }, "seed \(world.seed)")
        }
    }

    @Test("retries of all throttled clients are spread over time")
    func spread() throws {
        try Simulation.run(seeds: 2) { world in
            let course = try course(in: world, policy: RetryPolicy(maximumAttempts: 2, budget: nil, circuit: nil))
            #expect(course.counts.early == 0, "seed \(world.seed)")
            #expect(course.returns == Self.clients - Self.limit.burst, "seed \(world.seed)")
            // Nine hundred retries, spread over the requested wait of two seconds, are forty-five in a tenth of a
            // second.
            #expect(course.peak < 80, "seed \(world.seed)")
        }
    }

    @Test("control: clients that ignore Retry-After retry too early, and without jitter all at once")
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
