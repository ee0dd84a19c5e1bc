/// Who sleeps until which moment, so that somebody is awake when the first alarm is due: the rules, without any clock or task.
///
/// A sleeper can't be called back: what the system's timers keep of a sleep that was cancelled, they keep until its moment.
/// So one that sleeps until a later moment sleeps on when an earlier alarm comes in, and if each slept for its own alarm, a
/// client whose alarms come ever earlier would have one for each. Therefore nobody sleeps until the alarm's moment, but for
/// the largest power of two of nanoseconds before it, and then looks again. Who is sent to sleep while others sleep
/// must wake before all of them, and so sleeps half as long as the last one at most: from 2^62 ns, which is 146 years,
/// down to 1 ns that makes 63 sleepers in the worst case. It costs an alarm that does ring some ten wakes on the way; most
/// are turned off before the first.
struct AlarmSleepers {
    /// Each earlier than the one before.
    private var moments: [Duration] = []

    /// How many sleep.
    var count: Int { moments.count }

    /// Whether somebody wakes no later than `first`, so that nobody needs to be sent.
    func suffice(for first: Duration) -> Bool {
        moments.last.map { $0 <= first } ?? false
    }

    /// Until when another one must sleep for an alarm at `first`, or `nil` if nobody needs to. Whoever is sent calls
    /// ``wake(at:)`` with that moment.
    mutating func send(for first: Duration, at now: Duration) -> Duration? {
        let first = max(first, now + .nanoseconds(1))
        guard !suffice(for: first) else { return nil }
        let moment = now + Self.nap(within: first - now)
        moments.append(moment)
        return moment
    }

    /// The largest power of two of nanoseconds in `time`, which is at least one of them.
    private static func nap(within time: Duration) -> Duration {
        let (seconds, attoseconds) = min(time, .seconds(Int64(1) << 33)).components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return .nanoseconds(Int64(1) << (Int64.bitWidth - 1 - nanoseconds.leadingZeroBitCount))
    }

    /// The one that slept until `moment` is awake.
    mutating func wake(at moment: Duration) {
        if let index = moments.lastIndex(of: moment) { moments.remove(at: index) }
    }
}
