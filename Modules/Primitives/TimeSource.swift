public import Foundation

/// The one way by which this workspace learns what time it is and waits: a port, so that tests own time.
///
/// Two clocks stand here on purpose. ``now`` is the calendar's time: it may jump, and only dates that people or
/// servers see come from it. ``uptime`` never goes back: every timeout, deadline and duration is measured on it.
public protocol TimeSource: Sendable {
    /// The calendar's time, as this machine believes it to be.
    var now: Date { get }

    /// Time since a fixed but unspecified moment; never decreases.
    var uptime: Duration { get }

    /// Returns once ``uptime`` has grown by `duration` (at once if it is not positive), or throws
    /// `CancellationError` as soon as the calling task is cancelled.
    func sleep(for duration: Duration) async throws

    /// Calls `ring` once, as soon as ``uptime`` has reached `moment`, unless the alarm is turned off before. `ring` is
    /// called on any thread, perhaps before this returns, and should only pass the news on.
    ///
    /// Whoever only watches over something sets an alarm: it costs no task, and next to nothing once it is turned off.
    func setAlarm(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm
}
