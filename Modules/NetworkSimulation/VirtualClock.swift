import Foundation
import Primitives
import Synchronization

/// The clock of a ``SimulatedWorld``. Time stands still while any task can run, and otherwise advances to the first
/// deadline of a sleeping task.
final class VirtualClock: TimeSource {
    private let start: Date
    private let state = Mutex(State())

    private struct State {
        var monotonicTime = Duration.zero
        var sleepers = SleeperLine()
    }

    init(start: Date) {
        self.start = start
    }

    var now: Date { start.addingTimeInterval(monotonicTime / .seconds(1)) }

    var monotonicTime: Duration { state.withLock { $0.monotonicTime } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let place = state.withLock { $0.sleepers.place(at: $0.monotonicTime + duration) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers.add(.task(continuation), at: place)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.remove(place) }?.cancel()
        }
    }

    func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        let place = state.withLock { state in
            let place = state.sleepers.place(at: moment)
            state.sleepers.add(.timer(fire), at: place)
            return place
        }
        return DeadlineTimer { _ = self.state.withLock { $0.sleepers.remove(place) } }
    }

    /// Advances to the first deadline and wakes its sleeper; `false` if no task sleeps and no timer is set.
    func advance() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let (place, sleeper) = state.sleepers.removeFirst() else { return nil }
            // A timer's moment may already have passed.
            state.monotonicTime = max(state.monotonicTime, place.moment)
            return sleeper
        }
        sleeper?.wake()
        return sleeper != nil
    }

    private enum Sleeper: Sendable {
        case task(CheckedContinuation<Void, any Error>)
        case timer(@Sendable () -> Void)

        func wake() {
            switch self {
            case .task(let continuation): continuation.resume()
            case .timer(let fire): fire()
            }
        }

        func cancel() {
            if case .task(let continuation) = self { continuation.resume(throwing: CancellationError()) }
        }
    }

    /// Ordered by moment, then by arrival.
    private struct Place: Comparable {
        let moment: Duration
        let number: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.moment, left.number) < (right.moment, right.number)
        }
    }

    /// A sorted array, which is fast enough because even a thousand clients have few sleepers at once.
    private struct SleeperLine {
        private var line: [(place: Place, sleeper: Sleeper)] = []
        private var lastNumber = 0

        mutating func place(at moment: Duration) -> Place {
            lastNumber += 1
            return Place(moment: moment, number: lastNumber)
        }

        mutating func add(_ sleeper: Sleeper, at place: Place) {
            line.insert((place, sleeper), at: index(of: place))
        }

        mutating func remove(_ place: Place) -> Sleeper? {
            let index = index(of: place)
            return index < line.count && line[index].place == place ? line.remove(at: index).sleeper : nil
        }

        mutating func removeFirst() -> (Place, Sleeper)? {
            line.isEmpty ? nil : line.removeFirst()
        }

        /// The index of `place`, or the index at which to insert it.
        private func index(of place: Place) -> Int {
            var (low, high) = (0, line.count)
            while low < high {
                let middle = (low + high) / 2
                if line[middle].place < place { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}
