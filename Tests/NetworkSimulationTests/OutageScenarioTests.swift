import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("A thousand clients through an outage", .timeLimit(.minutes(20)))
struct OutageScenarioTests {
    private static let clients = 1_000
    private static let pace = Duration.seconds(30)
    private static let outage = Duration.seconds(10)..<Duration.seconds(40)
    private static let end = Duration.seconds(100)

    /// Requests per call that was made during the outage.
    private func amplification(_ course: Course) -> Double {
        Double(course.load.count(in: Self.outage)) / Double(course.log.entries(begunIn: Self.outage).count)
    }

    /// The server's busiest five seconds, as a multiple of the clients' normal load.
    private func peak(_ course: Course, in range: Range<Duration>) -> Double {
        Double(course.load.peak(within: .seconds(5), in: range))
            / (5 * Double(Self.clients) / (Self.pace / .seconds(1)))
    }

    /// The settings of a fleet of short-lived clients.
    private static var fleet: SimulatedChain {
        var chain = SimulatedChain()
        chain.policy = RetryPolicy(budget: .init(opening: .drawn))
        return chain
    }

    private func course(
        in world: SimulatedWorld, chain: SimulatedChain, perProcess size: Int = 1, pace: Duration = pace,
        retryAfter: Int? = nil, until end: Duration = end
    ) throws -> Course {
        var rules = FakeBackend.Rules()
        rules.outages = [.init(Self.outage, retryAfter: retryAfter)]
        let conditions = NetworkConditions(latency: .milliseconds(5) ... .milliseconds(60))
        return try Course(
            of: Self.clients, perProcess: size, in: world, rules: rules, conditions: conditions, chain: chain
        ) { fleet, log in
            try await fleet.call(every: pace, until: end) { await log.send(.profile, of: $0, in: world) }
        }
    }

    @Test(
        "with a fleet's retry budget an outage causes at most 1.2 requests per call, and no retry storm at its end",
        arguments: [nil, 5])
    func drawn(retryAfter: Int?) throws {
        try Simulation.run(seeds: 2) { world in
            let course = try course(in: world, chain: Self.fleet, retryAfter: retryAfter)
            #expect(course.counts.unavailable > 900, "seed \(world.seed)")
            let amplification = amplification(course)
            #expect(amplification <= 1.2, "seed \(world.seed)")
            #expect(amplification > 1, "seed \(world.seed): nothing was retried")
            #expect(course.counts.early == 0, "seed \(world.seed)")
            // All requests from before the end have arrived by then.
            let afterwards = (Self.outage.upperBound + .milliseconds(100))..<Self.end
            #expect(course.log.entries(begunIn: afterwards).allSatisfy { $0.error == nil }, "seed \(world.seed)")
            #expect(peak(course, in: afterwards) <= 1.5, "seed \(world.seed)")
        }
    }

    /// Each client calls once in this outage with a full budget: the default accepts this load so that a first call is
    /// retried.
    @Test("with the default retry budget an outage causes at most three requests per call", arguments: [nil, 5])
    func standard(retryAfter: Int?) throws {
        try Simulation.run(seeds: 1) { world in
            let course = try course(
                in: world, chain: SimulatedChain(), retryAfter: retryAfter, until: Self.outage.upperBound)
            let amplification = amplification(course)
            #expect(amplification > 1.2 && amplification <= 3, "seed \(world.seed)")
            #expect(course.counts.early == 0, "seed \(world.seed)")
        }
    }

    @Test("control: without a retry budget an outage causes three requests per call and ends with a retry storm")
    func boundless() throws {
        var chain = SimulatedChain()
        chain.policy = RetryPolicy(budget: nil, circuit: nil)
        try Simulation.run(seeds: 1) { world in
            let course = try course(in: world, chain: chain, until: Self.outage.upperBound)
            let amplification = amplification(course)
            #expect(abs(amplification - 3) < 0.1, "seed \(world.seed)")
        }
        try Simulation.run(seeds: 1) { world in
            let course = try course(in: world, chain: chain, retryAfter: 5, until: .seconds(50))
            #expect(peak(course, in: Self.outage.upperBound..<Self.end) > 2, "seed \(world.seed)")
        }
    }

    @Test("a busy process stops calling a failing server, probes it once per pause, and resumes when it recovers")
    func circuit() throws {
        try Simulation.run(seeds: 2) { world in
            let course = try course(
                in: world, chain: SimulatedChain(), perProcess: 100, pace: .seconds(10), until: .seconds(52))
            // Ten processes, each with ten calls per second.
            let settled = Self.outage.lowerBound + .seconds(10)..<Self.outage.upperBound
            let probes = course.load.count(in: settled)
            #expect(probes <= 10 * 5, "seed \(world.seed)")
            #expect(probes >= 10 * 2, "seed \(world.seed): no process probed the server")
            let refused = course.log.entries(begunIn: settled).filter(\.foundCircuitOpen)
            #expect(refused.allSatisfy { $0.duration == .zero }, "seed \(world.seed)")
            #expect(refused.count > 1_800, "seed \(world.seed)")
            let pause = RetryPolicy.Circuit().pause
            let afterwards = course.log.entries(begunIn: Self.outage.upperBound + pause + .seconds(1)..<Self.end)
            #expect(afterwards.allSatisfy { $0.error == nil }, "seed \(world.seed)")
            #expect(afterwards.count > 500, "seed \(world.seed)")
        }
    }

    @Test("control: without a circuit breaker a busy process keeps calling a failing server")
    func withoutCircuit() throws {
        var chain = SimulatedChain()
        chain.policy = RetryPolicy(circuit: nil)
        try Simulation.run(seeds: 1) { world in
            let course = try course(
                in: world, chain: chain, perProcess: 100, pace: .seconds(10), until: Self.outage.upperBound)
            let settled = Self.outage.lowerBound + .seconds(10)..<Self.outage.upperBound
            #expect(course.load.count(in: settled) > 1_800, "seed \(world.seed)")
        }
    }
}

extension CallLog.Entry {
    fileprivate var foundCircuitOpen: Bool {
        if case .circuitOpen = error?.cause { true } else { false }
    }
}
