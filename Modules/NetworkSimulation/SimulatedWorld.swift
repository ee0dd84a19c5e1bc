public import Foundation
import Networking
public import Primitives
import Synchronization
public import TestSupport

/// A world of its own in which hours of traffic of thousands of clients take seconds, and every run of a seed is the same
/// to the last byte.
///
/// ```swift
/// let world = SimulatedWorld(seed: 7)
/// let backend = SimulatedBackend(world)
/// let network = SimulatedNetwork(world, to: backend, conditions: .rough)
/// let process = try SimulatedProcess(world, over: network)
/// let profile = try world.run { try await process.member(1, holding: backend.signIn(1)).session.send(.profile) }
/// ```
///
/// All tasks of the world run one job at a time, in a fixed order, on the thread that called ``run(_:)``; time moves when
/// nobody has anything left to do. For that the code under simulation takes time and chance from its ports and starts its
/// tasks in the task that runs it: a `Task.detached`, a dispatch queue or a wait for real time would leave the world, and
/// a run that then stands still ends with ``Standstill``.
public final class SimulatedWorld: Sendable {
    /// Replays this world.
    public let seed: UInt64
    /// Chance, for everything in the world.
    public let random: SeededRandomSource
    /// Identifiers, for everything in the world.
    public let identifiers = SequentialIdentifierSource()
    private let clock: VirtualClock
    private let executor = StepExecutor()

    /// - Parameter start: when the calendar of the world begins.
    public init(seed: UInt64, start: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        self.seed = seed
        random = SeededRandomSource(seed: seed)
        clock = VirtualClock(start: start)
    }

    /// The world's time.
    public var time: any TimeSource { clock }

    /// Starts tasks of the world that belong to nobody's task.
    var tasks: TaskStarter {
        TaskStarter { [executor] work in Task(executorPreference: executor) { await work() } }
    }

    /// Runs `body` to its end, and the time that it needs.
    ///
    /// - Throws: what `body` throws, or ``Standstill`` if it waits for something that can't come any more.
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
        } while clock.advance()
        // What waits gets the chance to give up its resources before the world ends.
        root.cancel()
        executor.runUntilIdle()
        throw Standstill(seed: seed, monotonicTime: clock.monotonicTime)
    }

    /// Everybody in the world waits, and nobody sleeps: what they wait for can't come.
    public struct Standstill: Error, CustomStringConvertible {
        let seed: UInt64
        let monotonicTime: Duration

        public var description: String {
            "The world of seed \(seed) stands still after \(monotonicTime): everybody waits for somebody else, or a task has left "
                + "the world."
        }
    }
}
