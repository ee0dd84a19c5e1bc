public import EngineTestSupport
import HTTPCaching
public import Networking
import Primitives
public import TestSupport

/// Many clients of one backend in a ``SimulatedWorld``, each with the production pipeline.
public struct SimulatedFleet: Sendable {
    /// The clients, in the order of their numbers.
    public let members: [SimulatedMember]
    private let world: SimulatedWorld

    /// - Parameters:
    ///   - count: the number of clients. Their users are 0 ..< count.
    ///   - size: how many clients run in one process and share its server health.
    ///   - network: the network of all clients.
    public init(
        _ count: Int, perProcess size: Int = 1, in world: SimulatedWorld, of backend: FakeBackend,
        over network: SimulatedNetwork, chain: SimulatedChain = SimulatedChain()
    ) throws {
        self.world = world
        var members: [SimulatedMember] = []
        while members.count < count {
            let process = try SimulatedProcess(world, of: backend, over: network, chain: chain)
            for user in members.count..<min(count, members.count + size) {
                members.append(process.member(user))
            }
        }
        self.members = members
    }

    /// Makes calls until `end`: each client starts one every `pace` on average, without waiting for its earlier calls.
    /// Returns after the last call has ended.
    public func call(
        every pace: Duration, until end: Duration, _ call: @escaping @Sendable (SimulatedMember) async -> Void
    ) async throws {
        var agenda: [(moment: Duration, member: SimulatedMember)] = []
        for member in members {
            var moment = world.time.monotonicTime + pace * world.random.nextUnit()
            while moment < end {
                agenda.append((moment, member))
                moment += pace * (0.5 + world.random.nextUnit())
            }
        }
        agenda.sort { ($0.moment, $0.member.user) < ($1.moment, $1.member.user) }
        try await withThrowingDiscardingTaskGroup { group in
            for (moment, member) in agenda {
                try await world.time.sleep(for: moment - world.time.monotonicTime)
                group.addTask { await call(member) }
            }
        }
    }
}

/// A user who is logged in to a backend in one process.
public struct SimulatedMember: Sendable {
    /// The number of the user, whose id at the backend is `u-` with this number.
    public let user: Int
    public let session: Session<TestMember>
}

/// The production pipeline in a ``SimulatedWorld``. A control experiment can replace or remove single interceptors, to
/// prove that they are needed.
public struct SimulatedChain: Sendable {
    /// The time limit of a call with all its attempts.
    public var deadline = Duration.seconds(60)
    /// The time limit of one attempt.
    public var attemptTimeout = Duration.seconds(10)
    /// When a call is retried.
    public var policy = RetryPolicy.standard
    private var substitutes: [ObjectIdentifier: [any Interceptor]] = [:]

    /// Creates the pipeline with the standard policy.
    public init() {}

    /// The same pipeline with `other` in place of the interceptor of this type. Without `other`, the interceptor is
    /// removed.
    public func without(_ interceptor: any Interceptor.Type, but other: any Interceptor...) -> SimulatedChain {
        var chain = self
        chain.substitutes[ObjectIdentifier(interceptor)] = other
        return chain
    }

    /// The standard pipeline of one process, with this value's replacements.
    func pipeline(in world: SimulatedWorld, over transport: any Transport) -> Pipeline {
        let cache = ResponseCacheInterceptor(
            storage: InMemoryResponseCache(), partition: .client("simulation"), time: world.time)
        let standard = Pipeline.standard(
            over: transport, deadline: deadline, cache: cache,
            health: OriginHealth(policy: policy, random: world.random), random: world.random,
            attemptTimeout: attemptTimeout)
        return Pipeline(
            interceptors: standard.interceptors.flatMap { substitutes[ObjectIdentifier(type(of: $0))] ?? [$0] },
            transport: transport)
    }
}
