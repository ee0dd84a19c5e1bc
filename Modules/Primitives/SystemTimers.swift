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

/// Decides how long to sleep until the next timer fires: the rules of ``SystemTimers``, without a clock or tasks.
///
/// Most timers are cancelled, because most calls end in time. So setting or cancelling a timer is one dictionary
/// access, and only the end of a sleep iterates over all timers.
///
/// A sleep can't be shortened: the system holds even a cancelled one in memory until its end. If a timer is due before
/// the shortest sleep ends, an additional sleep starts. It lasts at most half of the time that is left of the shortest
/// sleep. So timers that are due ever earlier cause about fifty sleeps at most: fifty halvings reduce a day to nothing.
struct TimerSchedule<Content> {
    private var timers: [Int: (moment: Duration, content: Content)] = [:]
    private var lastID = 0
    /// When the current sleeps end, in descending order.
    private var sleeps: [Duration] = []

    var timerCount: Int { timers.count }
    var sleepCount: Int { sleeps.count }

    /// Adds a timer. If the returned `sleep` is not `nil`, the caller must sleep until that moment and then call
    /// ``wake(from:now:)``.
    mutating func set(
        _ content: Content, at moment: Duration, now: @autoclosure () -> Duration
    ) -> (id: Int, sleep: Duration?) {
        lastID += 1
        timers[lastID] = (moment, content)
        return (lastID, nextSleep(for: moment, now: now()))
    }

    /// Removes a timer, if it has not fired yet.
    mutating func cancel(_ id: Int) {
        timers[id] = nil
    }

    /// Ends the sleep until `end`, and removes and returns the due timers, the earliest first. If the returned `sleep`
    /// is not `nil`, the caller must sleep again until that moment.
    mutating func wake(from end: Duration, now: Duration) -> (due: [Content], sleep: Duration?) {
        if let index = sleeps.lastIndex(of: end) { sleeps.remove(at: index) }
        let due = timers.filter { $0.value.moment <= now }
            .sorted { ($0.value.moment, $0.key) < ($1.value.moment, $1.key) }
        for timer in due { timers[timer.key] = nil }
        let next = timers.values.lazy.map(\.moment).min()
        return (due.map(\.value.content), next.flatMap { nextSleep(for: $0, now: now) })
    }

    /// The end of a new sleep for a timer at `moment`; `nil` if a current sleep ends early enough.
    private mutating func nextSleep(for moment: Duration, now: @autoclosure () -> Duration) -> Duration? {
        if let shortest = sleeps.last, shortest <= moment { return nil }
        let now = now()
        let left = sleeps.last.map { $0 - now } ?? .seconds(2 * 86_400)
        // The shortest sleep is over already and will wake at any moment.
        guard left > .zero else { return nil }
        let end = min(max(moment, now), now + left / 2)
        sleeps.append(end)
        return end
    }
}
