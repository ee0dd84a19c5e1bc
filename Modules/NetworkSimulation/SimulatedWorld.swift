public import EngineTestSupport
public import Foundation
import Networking
public import Primitives
import Synchronization

/// A deterministic simulation. Hours of traffic of thousands of clients run in seconds, and every run with the same
/// seed is identical to the last byte.
///
/// ```swift
/// let world = SimulatedWorld(seed: 7)
/// let client = try Client(url, over: transport, time: world.time)
/// let items = try world.run { try await client.session(for: Guest.self).send(.items) }
/// ```
///
/// All tasks of the simulation run one job at a time, in a fixed order, on the thread that called ``run(_:)``. Time
/// advances when no task can continue. The code under simulation must therefore take time and randomness from its ports
/// and start its tasks in the current task: a `Task.detached`, a dispatch queue or a wait for real time would leave the
/// simulation. A run that can't continue throws ``Standstill``.
public final class SimulatedWorld: Sendable {
    /// Running with the same seed repeats the simulation.
    public let seed: UInt64
    /// The source of all randomness in the simulation.
    public let random: SeededRandomSource
    /// The source of all identifiers in the simulation.
    public let identifiers = SequentialIdentifierSource()
    private let clock: ManualClock
    private let executor = StepExecutor()

    /// - Parameter start: the initial wall clock time of the simulation.
    public init(seed: UInt64, start: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        self.seed = seed
        random = SeededRandomSource(seed: seed)
        clock = ManualClock(start: start)
    }

    /// The simulation's clocks and timers, which all simulated code must use.
    public var time: any TimeSource { clock }

    /// Starts tasks of the simulation that outlive the task that requests them.
    var tasks: TaskStarter {
        TaskStarter { [executor] work in Task(executorPreference: executor) { await work() } }
    }

    /// Runs `body` until it ends, in simulated time.
    ///
    /// - Throws: the error of `body`, or ``Standstill`` if it waits for an event that can't happen any more.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Mutex<Result<Value, any Error>?>(nil)
        let root = Task(executorPreference: executor) {
            do {
                let value = try await body()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        repeat {
            executor.runUntilIdle()
            if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
        } while advanceToNextDeadline()
        // Waiting tasks are cancelled, so that they can release their resources before the simulation ends.
        root.cancel()
        executor.runUntilIdle()
        throw Standstill(seed: seed, monotonicTime: clock.monotonicTime)
    }

    /// Wakes whatever is due next. Returns `false` if no task sleeps and no timer is set.
    private func advanceToNextDeadline() -> Bool {
        guard let next = clock.deadlines.first else { return false }
        clock.advance(by: next - clock.monotonicTime)
        return true
    }

    /// All tasks wait and none sleeps, so no event can happen any more.
    public struct Standstill: Error, CustomStringConvertible {
        let seed: UInt64
        let monotonicTime: Duration

        public var description: String {
            "The simulation with seed \(seed) can't continue after \(monotonicTime): all tasks wait for one another, or a "
                + "task has left the simulation."
        }
    }
}

extension RandomSource {
    /// The next duration in `range`, drawn uniformly.
    public func nextDuration(in range: ClosedRange<Duration>) -> Duration {
        range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
    }
}

/// Runs tasks one job at a time on the calling thread, in the order in which they became ready. A race on a real
/// machine has one fixed order here.
final class StepExecutor: TaskExecutor {
    private let jobs = Mutex(Jobs())

    /// A first-in, first-out queue that does not move its elements at each step.
    private struct Jobs {
        private var ready: [UnownedJob] = []
        private var position = 0

        mutating func append(_ job: UnownedJob) {
            ready.append(job)
        }

        mutating func next() -> UnownedJob? {
            guard position < ready.count else {
                ready.removeAll(keepingCapacity: true)
                position = 0
                return nil
            }
            defer { position += 1 }
            return ready[position]
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs until none is ready.
    func runUntilIdle() {
        while let job = jobs.withLock({ $0.next() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
