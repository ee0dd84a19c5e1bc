import Synchronization

/// Rings alarms on the machine's clock. However many are set, a handful of tasks sleep for them, 63 at most
/// (``AlarmSleepers``), and most of the time one.
///
/// A task that sleeps for each would do as well, if most were not woken before their time: what the system's timers keep
/// of a sleep that was cancelled, they keep until its moment, and a busy client cancels thousands a second.
final class SystemAlarms: Sendable {
    private let start: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var queue = AlarmQueue<@Sendable () -> Void>()
        var sleepers = AlarmSleepers()

        /// Until when somebody must be sent to sleep, if anybody must.
        mutating func nextWake(_ now: () -> Duration) -> Duration? {
            guard let first = queue.nextMoment(), !sleepers.suffice(for: first) else { return nil }
            return sleepers.send(for: first, at: now())
        }
    }

    /// Moments count from `start`.
    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    /// How many tasks sleep.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func set(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let (id, wake) = state.withLock { state in
            let id = state.queue.makeID()
            state.queue.add(ring, at: moment, as: id)
            return (id, state.nextWake { start.duration(to: .now) })
        }
        if let wake { sleep(until: wake) }
        return Alarm { _ = self.state.withLock { $0.queue.remove(id) } }
    }

    private func sleep(until moment: Duration) {
        // Detached: it serves all who set alarms, not only the task that happens to be the first.
        Task.detached {
            do {
                try await ContinuousClock().sleep(until: self.start + moment)
                self.wake(at: moment)
            } catch {
                // Nobody holds this task, so nobody cancels it.
                return
            }
        }
    }

    private func wake(at moment: Duration) {
        let (due, wake) = state.withLock { state in
            var due: [@Sendable () -> Void] = []
            let now = start.duration(to: .now)
            while let ring = state.queue.removeFirst(dueAt: now) { due.append(ring) }
            state.sleepers.wake(at: moment)
            return (due, state.nextWake { now })
        }
        for ring in due { ring() }
        if let wake { sleep(until: wake) }
    }
}
