import Foundation
import Primitives
import Synchronization

/// Time in a ``SimulatedWorld``: it stands still while anybody has something to do, and otherwise jumps to the first
/// moment that somebody sleeps for.
final class VirtualClock: TimeSource {
    private let start: Date
    private let state = Mutex(State())

    private struct State {
        var uptime = Duration.zero
        var lastID = 0
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// By moment, then by arrival. Who was cancelled is left in it and found to be gone.
        var alarms = Heap()
    }

    init(start: Date) {
        self.start = start
    }

    var now: Date { start.addingTimeInterval(uptime / .seconds(1)) }

    var uptime: Duration { state.withLock { $0.uptime } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers[id] = continuation
                    state.alarms.insert(Alarm(moment: state.uptime + duration, id: id))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }

    /// Jumps to the first alarm and wakes its sleeper; `false` if nobody sleeps.
    func advance() -> Bool {
        let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            while let alarm = state.alarms.removeFirst() {
                guard let sleeper = state.sleepers.removeValue(forKey: alarm.id) else { continue }
                state.uptime = alarm.moment
                return sleeper
            }
            return nil
        }
        sleeper?.resume()
        return sleeper != nil
    }
}

private struct Alarm {
    let moment: Duration
    let id: Int

    static func < (left: Alarm, right: Alarm) -> Bool {
        (left.moment, left.id) < (right.moment, right.id)
    }
}

/// A binary heap: thousands of clients sleep at once, and the first of them is wanted at every step.
private struct Heap {
    private var alarms: [Alarm] = []

    mutating func insert(_ alarm: Alarm) {
        alarms.append(alarm)
        var child = alarms.count - 1
        while child > 0, alarms[child] < alarms[(child - 1) / 2] {
            alarms.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> Alarm? {
        guard let first = alarms.first else { return nil }
        let last = alarms.removeLast()
        guard !alarms.isEmpty else { return first }
        alarms[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < alarms.count && alarms[child] < alarms[least] {
                least = child
            }
            guard least != parent else { return first }
            alarms.swapAt(parent, least)
            parent = least
        }
    }
}
