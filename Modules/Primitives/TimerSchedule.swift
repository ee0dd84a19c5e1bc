/// The timers of a clock, and the sleeps that end in time for them: the rules of ``SystemTimers`` without clock or task.
///
/// Most timers are cancelled, because most calls end in time. So setting and cancelling are one dictionary access each,
/// a cancelled timer leaves nothing behind, and only the end of a sleep looks at all timers.
///
/// A sleep can't be recalled: the system stores even a cancelled one until its moment. So if a timer is due before all
/// sleeps end, another sleep begins beside them. It lasts at most half of what is left of the shortest. Timers that are
/// due ever earlier therefore cause about fifty sleeps at most, because fifty halvings reduce a day to nothing.
struct TimerSchedule<Content> {
    private var timers: [Int: (moment: Duration, content: Content)] = [:]
    private var lastID = 0
    /// When the sleeps end, each earlier than the one before.
    private var sleeps: [Duration] = []

    var timerCount: Int { timers.count }
    var sleepCount: Int { sleeps.count }

    /// Adds a timer. Begin a sleep until `sleep`, unless it is `nil`, and call ``wake(from:now:)`` at its end.
    mutating func set(
        _ content: Content, at moment: Duration, now: @autoclosure () -> Duration
    ) -> (id: Int, sleep: Duration?) {
        lastID += 1
        timers[lastID] = (moment, content)
        return (lastID, nextSleep(for: moment, now: now()))
    }

    /// Removes a timer; a timer that is due no more is no error.
    mutating func cancel(_ id: Int) {
        timers[id] = nil
    }

    /// The sleep until `end` is over: removes the timers that are due, in the order of their moments. Begin another sleep
    /// until `sleep`, unless it is `nil`.
    mutating func wake(from end: Duration, now: Duration) -> (due: [Content], sleep: Duration?) {
        if let index = sleeps.lastIndex(of: end) { sleeps.remove(at: index) }
        let due = timers.filter { $0.value.moment <= now }
            .sorted { ($0.value.moment, $0.key) < ($1.value.moment, $1.key) }
        for timer in due { timers[timer.key] = nil }
        let next = timers.values.lazy.map(\.moment).min()
        return (due.map(\.value.content), next.flatMap { nextSleep(for: $0, now: now) })
    }

    /// `nil` if a sleep ends by `moment`.
    private mutating func nextSleep(for moment: Duration, now: @autoclosure () -> Duration) -> Duration? {
        if let shortest = sleeps.last, shortest <= moment { return nil }
        let now = now()
        let left = sleeps.last.map { $0 - now } ?? .seconds(2 * 86_400)
        // A sleep that is over wakes at any moment.
        guard left > .zero else { return nil }
        let end = min(max(moment, now), now + left / 2)
        sleeps.append(end)
        return end
    }
}
