import EngineTestSupport
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("A thousand concurrent clients above a rate limit", .timeLimit(.minutes(20)))
struct ThrottlingScenarioTests {
    private static let clients = 1_000
    private static let limit = FakeBackend.Capacity(rate: 100, burst: 100, retryAfter: 2)

    /// All clients call at the same instant.
    private func course(
        in world: SimulatedWorld, policy: RetryPolicy, chain: SimulatedChain = SimulatedChain()
    ) throws -> Course {
        var rules = FakeBackend.Rules()
        rules.capacity = Self.limit
        var chain = chain
        chain.policy = policy
        return try Course(of: Self.clients, in: world, rules: rules, chain: chain) { fleet, log in
            await log.burst(of: fleet.members, in: world) { .order($0.user) }
        }
    }

    /// Requests in the busiest tenth of a second after the first wave.
    private func peak(_ course: Course) -> Int {
        course.load.peak(within: .milliseconds(100), in: .seconds(1)..<Duration.seconds(30))
    }

    @Test("no throttled client retries before Retry-After, and few retry at all")
    func standard() throws {
        try Simulation.run(seeds: 3) { world in
            let course = try course(in: world, policy: RetryPolicy(budget: .init(opening: .drawn)))
            #expect(course.counts.early == 0, "seed \(world.seed)")
            #expect(course.load.count > Self.clients, "seed \(world.seed): no client retried")
            #expect(Double(course.load.count) <= 1.2 * Double(Self.clients), "seed \(world.seed)")
            #expect(course.log.entries.allSatisfy { $0.error == nil || $0.error?.status == 429 }, "seed \(world.seed)")
        }
    }

    @Test("retries of all throttled clients are spread over time")
    func spread() throws {
        try Simulation.run(seeds: 2) { world in
            let course = try course(in: world, policy: RetryPolicy(maximumAttempts: 2, budget: nil, circuit: nil))
            #expect(course.counts.early == 0, "seed \(world.seed)")
            #expect(course.load.count == 2 * Self.clients - Self.limit.burst, "seed \(world.seed)")
            // Nine hundred retries, spread over the requested wait of two seconds, are forty-five in a tenth of a
            // second.
            #expect(peak(course) < 80, "seed \(world.seed)")
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
            #expect(peak(course) == Self.clients - Self.limit.burst, "seed \(world.seed)")
        }
    }
}
