public import Networking
import Primitives

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
        _ count: Int, perProcess size: Int = 1, in world: SimulatedWorld, of backend: SimulatedBackend,
        over network: SimulatedNetwork, chain: SimulatedChain = SimulatedChain(),
        monitor: any EventMonitor = SilentMonitor()
    ) throws {
        self.world = world
        var members: [SimulatedMember] = []
        while members.count < count {
            let process = try SimulatedProcess(world, over: network, chain: chain, monitor: monitor)
            for user in members.count..<min(count, members.count + size) {
                members.append(process.member(user, holding: backend.logIn(user)))
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
