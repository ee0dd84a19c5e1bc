import EngineTestSupport
import NetworkSimulation
import Networking
import Primitives
import Synchronization
import TestSupport

/// Records how and when each call of a scenario ended.
final class CallLog: Sendable {
    struct Entry: Sendable, Equatable {
        let user: Int
        let began: Duration
        let ended: Duration
        /// `nil` for a call that returned a value.
        let error: NetworkError?

        var duration: Duration { ended - began }
    }

    private let stored = Mutex<[Entry]>([])

    var entries: [Entry] { stored.withLock { $0 } }

    /// The entries of calls that started in `range`.
    func entries(begunIn range: Range<Duration>) -> [Entry] {
        entries.filter { range.contains($0.began) }
    }

    /// Makes a call of `user`, and records how it ended.
    @discardableResult
    func note<Value>(
        _ user: Int, in world: SimulatedWorld, _ call: () async throws(NetworkError) -> Value
    ) async -> Result<Value, NetworkError> {
        let began = world.time.monotonicTime
        let result: Result<Value, NetworkError>
        do throws(NetworkError) { result = .success(try await call()) } catch { result = .failure(error) }
        let error: NetworkError? = if case .failure(let error) = result { error } else { nil }
        let entry = Entry(user: user, began: began, ended: world.time.monotonicTime, error: error)
        stored.withLock { $0.append(entry) }
        return result
    }

    /// Sends a call of `member`, and records how it ended.
    @discardableResult
    func send<Value>(
        _ endpoint: Endpoint<TestMember, Value>, of member: SimulatedMember, in world: SimulatedWorld
    ) async -> Result<Value, NetworkError> {
        await note(member.user, in: world) { () async throws(NetworkError) in try await member.session.send(endpoint) }
    }

    /// Sends a call of each member at once, and returns after all of them have ended.
    func burst<Value>(
        of members: [SimulatedMember], in world: SimulatedWorld,
        _ endpoint: @escaping @Sendable (SimulatedMember) -> Endpoint<TestMember, Value>
    ) async {
        await withDiscardingTaskGroup { group in
            for member in members { group.addTask { await self.send(endpoint(member), of: member, in: world) } }
        }
    }
}

/// What happened to many clients and at their server in one simulation.
struct Course {
    let log = CallLog()
    let load: ServerLoad
    let counts: FakeBackend.Counts

    /// Simulates `count` clients of one backend.
    ///
    /// - Parameters:
    ///   - size: how many clients share a process.
    ///   - traffic: makes the calls.
    init(
        of count: Int, perProcess size: Int = 1, in world: SimulatedWorld,
        rules: FakeBackend.Rules = FakeBackend.Rules(), conditions: NetworkConditions = .calm,
        chain: SimulatedChain = SimulatedChain(),
        _ traffic: @escaping @Sendable (SimulatedFleet, CallLog) async throws -> Void
    ) throws {
        let backend = try world.backend(rules: rules)
        let network = SimulatedNetwork(world, to: backend.respond(to:), conditions: conditions)
        let fleet = try SimulatedFleet(count, perProcess: size, in: world, of: backend, over: network, chain: chain)
        try world.run { [log] in try await traffic(fleet, log) }
        (load, counts) = (ServerLoad(arrivals: backend.arrivals), backend.counts)
    }
}

/// The arrival times of requests at a server.
struct ServerLoad {
    /// Sorted, on the simulation's monotonic clock.
    let arrivals: [Duration]

    /// How many requests arrived in total.
    var count: Int { arrivals.count }

    /// How many requests arrived in `range`.
    func count(in range: Range<Duration>) -> Int {
        arrivals.count { range.contains($0) }
    }

    /// The maximum number of requests that arrived in an interval of `length` within `range`.
    func peak(within length: Duration, in range: Range<Duration>) -> Int {
        let arrivals = arrivals.filter { range.contains($0) }
        var (first, peak) = (0, 0)
        for index in arrivals.indices {
            while arrivals[index] - arrivals[first] >= length { first += 1 }
            peak = max(peak, index - first + 1)
        }
        return peak
    }
}
