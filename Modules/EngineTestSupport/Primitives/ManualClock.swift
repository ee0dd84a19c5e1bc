public import Foundation
public import Primitives

/// A fake of `TimeSource` whose time changes only when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// async let response = client.send(request)   // fails, and waits before its next attempt
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(1))
/// ```
///
/// Tests wait for events (a task went to sleep), never for real time, so they are fast and do not depend on the
/// machine's load.
public final class ManualClock: TimeSource {
    private let state: Watched<State>

    /// A clock whose wall clock starts at `start`, by default the first second of 2026 in UTC.
    public init(start: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Watched(State(wallClockStart: start))
    }

    public var now: Date {
        state.withLock { $0.wallClockStart.addingTimeInterval($0.monotonicTime / .seconds(1)) }
    }

    public var monotonicTime: Duration {
        state.withLock { $0.monotonicTime }
    }

    /// The deadlines of all sleepers and timers, in order.
    public var deadlines: [Duration] {
        state.withLock { $0.sleepers.map(\.deadline) }
    }

    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let id = state.withLock { $0.nextID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isAsleep = state.withLock { state in
                    // A task is cancelled before its handler runs, so the handler finds each sleeper inserted here.
                    if Task.isCancelled { return false }
                    state.insert(
                        Sleeper(id: id, deadline: state.monotonicTime + duration) { continuation.resume(with: $0) })
                    return true
                }
                if !isAsleep { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.removeSleeper(id) }?.wake(.failure(CancellationError()))
        }
    }

    public func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        let id: Int? = state.withLock { state in
            guard moment > state.monotonicTime else { return nil }
            let id = state.nextID()
            state.insert(Sleeper(id: id, deadline: moment) { _ in fire() })
            return id
        }
        guard let id else {
            fire()
            return DeadlineTimer {}
        }
        return DeadlineTimer { self.state.withLock { _ = $0.removeSleeper(id) } }
    }

    /// Advances both clocks, then resumes the sleepers and fires the timers that are due, in the order of their
    /// deadlines. Those with equal deadlines follow in the order in which they were added. All of them read the new
    /// time, which may be later than their deadline.
    public func advance(by duration: Duration) {
        precondition(
            duration >= .zero, "The monotonic clock never goes back. Use moveWallClock(by:) to set the wall clock.")
        let due = state.withLock { state in
            state.monotonicTime += duration
            return state.removeDueSleepers()
        }
        for sleeper in due { sleeper.wake(.success(())) }
    }

    /// Waits for a sleeper or a timer, advances both clocks to the first deadline, and resumes or fires everything that
    /// is due.
    ///
    /// - Returns: how far time advanced, such as the delay of a retry; zero if the waiting task was cancelled.
    @discardableResult
    public func advanceToNextDeadline() async -> Duration {
        await waitForSleepers(1)
        let (moved, due) = state.withLock { state -> (Duration, [Sleeper]) in
            guard let first = state.sleepers.first else { return (.zero, []) }
            let moved = first.deadline - state.monotonicTime
            state.monotonicTime = first.deadline
            return (moved, state.removeDueSleepers())
        }
        for sleeper in due { sleeper.wake(.success(())) }
        return moved
    }

    /// Moves the wall clock forward or back, as an administrator or a time server does. ``monotonicTime`` does not
    /// change.
    public func moveWallClock(by duration: Duration) {
        state.withLock { $0.wallClockStart.addTimeInterval(duration / .seconds(1)) }
    }

    /// Returns once at least `count` sleepers and timers exist, or when the waiting task is cancelled.
    public func waitForSleepers(_ count: Int) async {
        await state.wait { $0.sleepers.count >= count }
    }
}

extension ManualClock {
    private struct Sleeper {
        let id: Int
        let deadline: Duration
        let wake: @Sendable (Result<Void, any Error>) -> Void
    }

    private struct State {
        var wallClockStart: Date
        var monotonicTime = Duration.zero
        /// Ordered by deadline, then by arrival.
        var sleepers: [Sleeper] = []
        private var lastID = 0

        init(wallClockStart: Date) {
            self.wallClockStart = wallClockStart
        }

        mutating func nextID() -> Int {
            lastID += 1
            return lastID
        }

        mutating func insert(_ sleeper: Sleeper) {
            let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
            sleepers.insert(sleeper, at: place)
        }

        mutating func removeSleeper(_ id: Int) -> Sleeper? {
            sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
        }

        mutating func removeDueSleepers() -> [Sleeper] {
            let due = sleepers.prefix { $0.deadline <= monotonicTime }
            sleepers.removeFirst(due.count)
            return Array(due)
        }
    }
}
