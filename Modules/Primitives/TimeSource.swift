public import Foundation

/// The one way by which this workspace learns what time it is and waits: a port, so that tests own time.
///
/// Two clocks stand here on purpose. ``now`` is the calendar's time: it may jump, and only dates that people or
/// servers see come from it. ``monotonicTime`` never goes back: every timeout, deadline and duration is measured on it.
public protocol TimeSource: Sendable {
    /// The calendar's time, as this machine believes it to be.
    var now: Date { get }

    /// Time since a fixed but unspecified moment; never decreases.
    var monotonicTime: Duration { get }

    /// Returns once ``monotonicTime`` has grown by `duration` (at once if it is not positive), or throws
    /// `CancellationError` as soon as the calling task is cancelled.
    func sleep(for duration: Duration) async throws

    /// Calls `fire` once when ``monotonicTime`` has reached `moment`, unless the timer is cancelled first.
    ///
    /// Any thread may call `fire`, even before this method returns, so `fire` must be short. A timer needs no task, and costs
    /// next to nothing once it is cancelled.
    func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer
}
