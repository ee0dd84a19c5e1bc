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
        var sleepers = AlarmQueue<Sleeper>()
    }

    init(start: Date) {
        self.start = start
    }

    var now: Date { start.addingTimeInterval(uptime / .seconds(1)) }

    var uptime: Duration { state.withLock { $0.uptime } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let id = state.withLock { $0.sleepers.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.sleepers.add(.task(continuation), at: state.uptime + duration, as: id)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.remove(id) }?.cancel()
        }
    }

    func setAlarm(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let id = state.withLock { state in
            let id = state.sleepers.makeID()
            state.sleepers.add(.alarm(ring), at: moment, as: id)
            return id
        }
        return Alarm { _ = self.state.withLock { $0.sleepers.remove(id) } }
    }

    /// Jumps to the first alarm and wakes its sleeper; `false` if nobody sleeps.
    func advance() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let moment = state.sleepers.nextMoment() else { return nil }
            // An alarm may have been set for a moment that has passed already.
            state.uptime = max(state.uptime, moment)
            return state.sleepers.removeFirst(dueAt: moment)
        }
        sleeper?.wake()
        return sleeper != nil
    }

    private enum Sleeper: Sendable {
        case task(CheckedContinuation<Void, any Error>)
        case alarm(@Sendable () -> Void)

        func wake() {
            switch self {
            case .task(let continuation): continuation.resume()
            case .alarm(let ring): ring()
            }
        }

        func cancel() {
            if case .task(let continuation) = self { continuation.resume(throwing: CancellationError()) }
        }
    }
}
