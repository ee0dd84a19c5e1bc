import Synchronization

/// Fires timers on the machine's monotonic clock. Usually one sleeping task serves all of them (``TimerSchedule``).
///
/// One sleeping task for each timer would cost too much: a busy client cancels thousands of timers a second, and the
/// system holds a cancelled sleep in memory until its end.
final class SystemTimers: Sendable {
    private let start: ContinuousClock.Instant
    private let schedule = Mutex(TimerSchedule<@Sendable () -> Void>())

    /// - Parameter start: the moment zero, from which all other moments count.
    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    func set(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        let (id, end) = schedule.withLock { $0.set(fire, at: moment, now: start.duration(to: .now)) }
        if let end { sleep(until: end) }
        return DeadlineTimer { self.schedule.withLock { $0.cancel(id) } }
    }

    private func sleep(until end: Duration) {
        // Detached, because it serves every timer and not only the task that sets the first one.
        Task.detached {
            do {
                try await ContinuousClock().sleep(until: self.start + end)
                self.wake(from: end)
            } catch {
                // Nothing cancels this task.
                return
            }
        }
    }

    private func wake(from end: Duration) {
        let (due, next) = schedule.withLock { $0.wake(from: end, now: start.duration(to: .now)) }
        for fire in due { fire() }
        if let next { sleep(until: next) }
    }
}
