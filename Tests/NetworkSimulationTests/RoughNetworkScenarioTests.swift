import EngineTestSupport
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("Thousands of calls over a rough network", .timeLimit(.minutes(20)))
struct RoughNetworkScenarioTests {
    private static let deadline = Duration.seconds(30)

    /// The combined observations of all users.
    private struct Course {
        /// The rules that were broken, as sentences.
        var breaches: [String] = []
        var calls: [CallLog.Entry] = []
        var values = 0
        /// How many effects that may happen once happened again.
        var duplicates = 0
        var foreignValues = 0
        var late = 0
        var counts: FakeBackend.Counts?
        /// The network's failures, by the names of their errors.
        var failures: Set<String> = []

        mutating func add(_ other: Course) {
            breaches += other.breaches
            values += other.values
            duplicates += other.duplicates
            foreignValues += other.foreignValues
        }
    }

    /// Users of one process. They share a cache and the server health, and each makes sequential calls.
    private func course(
        in world: SimulatedWorld, users: Int = 20, chain: SimulatedChain = SimulatedChain(), storesKeys: Bool = true,
        conditions: NetworkConditions = .rough, partition: CredentialPartition? = nil
    ) throws -> Course {
        let backend = try world.backend()
        backend.rules.storesKeys = storesKeys
        backend.rules.freshness = 20
        backend.rules.accessLifetime = .seconds(60)
        backend.rules.delay = { _ in world.random.nextDuration(in: .milliseconds(5) ... .seconds(2)) }
        let network = SimulatedNetwork(
            world,
            to: { request throws(TransportError) in
                guard request.head.path == "/v2/moved" else { return try await backend.respond(to: request) }
                // The redirect needs a login too.
                var head = request.head
                head.path = "/v2/users/me"
                let response = try await backend.respond(to: ReceivedRequest(head: head))
                let isMember = [.ok, .notModified].contains(response.head.status)
                return isMember ? .empty(.temporaryRedirect, fields: [.location: "/v2/users/me"]) : response
            }, conditions: conditions)
        var chain = chain
        chain.deadline = Self.deadline
        let (log, monitor) = (CallLog(), MockEventMonitor())
        let process = try SimulatedProcess(world, of: backend, over: network, chain: chain, monitor: monitor)
        return try world.run {
            var course = await withTaskGroup(of: Course.self) { group in
                for user in 0..<users {
                    group.addTask {
                        var life = Life(user, process, backend, world, log, partition)
                        for _ in 0..<25 { await life.step() }
                        return life.course
                    }
                }
                return await group.reduce(into: Course()) { $0.add($1) }
            }
            course.calls = log.entries
            course.late = course.calls.count { $0.duration > Self.deadline }
            course.counts = backend.counts
            for event in monitor.events {
                if case .attemptFailed(.transport(let error)) = event.kind { course.failures.insert("\(error)") }
            }
            return course
        }
    }

    @Test("every call over a rough network ends in time with its own value or a typed error, and no effect is repeated")
    func standard() throws {
        try Simulation.run(seeds: 3) { world in
            let course = try course(in: world, users: 60)
            #expect(course.breaches == [], "seed \(world.seed)")
            #expect(course.duplicates == 0, "seed \(world.seed)")
            #expect(course.foreignValues == 0, "seed \(world.seed)")
            #expect(course.late == 0, "seed \(world.seed)")
            // Every kind of failure occurred in the simulations.
            #expect(
                course.failures.isSuperset(of: ["connectionRefused", "connectionLost", "truncatedResponse"]),
                "seed \(world.seed)")
            #expect(course.values > course.calls.count * 7 / 10, "seed \(world.seed)")
            #expect(course.values < course.calls.count, "seed \(world.seed)")
            let counts = try #require(course.counts)
            #expect(counts.replayed > 0, "seed \(world.seed)")
            #expect(counts.refreshes > 50, "seed \(world.seed)")
            #expect(counts.confirmed > 0, "seed \(world.seed)")
        }
    }

    @Test("every run of a seed is identical, and another seed differs")
    func replay() throws {
        let first = try course(in: SimulatedWorld(seed: 3))
        let again = try course(in: SimulatedWorld(seed: 3))
        #expect(again.calls == first.calls)
        #expect(again.counts == first.counts)
        #expect(try course(in: SimulatedWorld(seed: 4)).calls != first.calls)
    }

    @Test("control: an unconditional retry, or a server without idempotency keys, repeats effects")
    func duplicateControls() throws {
        var lossy = NetworkConditions.calm
        lossy.lossOfResponse = 0.2
        try Simulation.run(seeds: 1) { world in
            let chain = SimulatedChain().without(RetryInterceptor.self, but: RepeatingInterceptor())
            let course = try course(in: world, chain: chain, conditions: lossy)
            #expect(course.duplicates > 10, "seed \(world.seed)")
        }
        try Simulation.run(seeds: 1) { world in
            let course = try course(in: world, storesKeys: false, conditions: lossy)
            #expect(course.duplicates > 1, "seed \(world.seed)")
        }
    }

    @Test("control: users who share a cache partition receive each other's responses")
    func partitionControl() throws {
        try Simulation.run(seeds: 1) { world in
            let course = try course(in: world, conditions: .calm, partition: .user("everybody"))
            #expect(course.foreignValues > 10, "seed \(world.seed)")
        }
    }

}

extension RoughNetworkScenarioTests {
    /// The sequential calls of one user.
    private struct Life {
        private let user: Int
        private let process: SimulatedProcess
        private let backend: FakeBackend
        private let world: SimulatedWorld
        private let log: CallLog
        private let partition: CredentialPartition?
        private var member: SimulatedMember
        /// The number in the last name that the server confirmed.
        private var confirmed = 0
        /// The number in the last name that was sent.
        private var sent = 0
        private(set) var course = Course()

        init(
            _ user: Int, _ process: SimulatedProcess, _ backend: FakeBackend, _ world: SimulatedWorld,
            _ log: CallLog, _ partition: CredentialPartition?
        ) {
            (self.user, self.process, self.backend, self.world, self.log) = (user, process, backend, world, log)
            self.partition = partition
            member = process.member(user, partition: partition)
        }

        mutating func step() async {
            try? await world.time.sleep(for: .seconds(5) * world.random.nextUnit())
            let number = Int(world.random.next() >> 2)
            switch world.random.next() % 6 {
            case 0, 1: await read(.profile)
            case 2: await read(.movedProfile)
            case 3: await rename()
            case 4: await order(number, .byMethod)
            default: await order(number, .keyed)
            }
        }

        private mutating func read(_ endpoint: Endpoint<TestMember, SimulatedProfile>) async {
            guard let profile = await send(endpoint) else { return }
            if profile.id != "u-\(user)" {
                course.foreignValues += 1
            } else if (Int(profile.name) ?? 0) < confirmed {
                course.breaches.append("user \(user) read \(profile.name) after \(confirmed) was written")
            }
        }

        private mutating func rename() async {
            sent += 1
            if let profile = await send(.rename(to: "\(sent)")) {
                if profile.id != "u-\(user)" { course.foreignValues += 1 }
                if profile.name != "\(sent)" { course.breaches.append("user \(user) is not named \(sent)") }
                confirmed = sent
            }
        }

        private mutating func order(_ number: Int, _ idempotency: Idempotency) async {
            let order = await send(.order(number, idempotency))
            let effects = backend.orders(number)
            course.duplicates += max(0, effects - 1)
            guard let order else { return }
            if order.id != "\(number)" { course.foreignValues += 1 }
            if effects == 0 { course.breaches.append("order \(number) was not carried out") }
        }

        private mutating func send<Value>(_ endpoint: Endpoint<TestMember, Value>) async -> Value? {
            do throws(NetworkError) {
                let value = try await log.send(endpoint, of: member, in: world).get()
                course.values += 1
                return value
            } catch {
                switch error.cause {
                case .loggedOut: member = process.member(user, partition: partition)
                case .transport, .timeout, .circuitOpen: break
                default: course.breaches.append("\(endpoint.operation): \(error.cause)")
                }
                return nil
            }
        }
    }

    /// Retries a call after any failure, as a pipeline without rules would.
    private struct RepeatingInterceptor: Interceptor {
        func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
            for _ in 0..<2 {
                do throws(NetworkError) { return try await next(call) } catch { continue }
            }
            return try await next(call)
        }
    }
}

extension Endpoint where Access: TestMemberScope, Response == SimulatedProfile {
    /// The caller's own profile, through a redirect.
    fileprivate static var movedProfile: Self { Endpoint(.get, "/moved", response: .json) }
}
