import Synchronization

/// Rings alarms on the machine's clock. However many are set, one task sleeps until the first of them. One that slept for a
/// later moment when an earlier came in sleeps on and finds others at work.
///
/// A task that sleeps for each would do as well, if most were not woken before their time: what the system's timers keep
/// of a sleep that was cancelled, they keep until its moment, and a busy client cancels thousands a second.
final class SystemAlarms: Sendable {
    private let start: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var queue = AlarmQueue<@Sendable () -> Void>()
        /// When the task wakes that sleeps for the first alarm; `nil` while none is needed.
        var wakesAt: Duration?

        /// Whether somebody must be sent to sleep until the returned moment.
        mutating func nextWake() -> Duration? {
            guard let moment = queue.nextMoment(), wakesAt.map({ moment < $0 }) ?? true else { return nil }
            wakesAt = moment
            return moment
        }
    }

    /// Moments count from `start`.
    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    func set(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        let (id, wake) = state.withLock { state in
            let id = state.queue.makeID()
            state.queue.add(ring, at: moment, as: id)
            return (id, state.nextWake())
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
            // One that sleeps for an earlier alarm may have come in between, and then takes care of the rest.
            if state.wakesAt == moment { state.wakesAt = nil }
            return (due, state.nextWake())
        }
        for ring in due { ring() }
        if let wake { sleep(until: wake) }
    }
}
