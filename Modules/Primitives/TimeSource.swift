public import Foundation

/// The clocks and timers of the workspace: a port, so that tests control time.
///
/// It has two clocks. ``now`` is the wall clock, which may jump: use it only for dates that users or servers see.
/// ``monotonicTime`` never goes back: use it for every timeout, deadline and duration.
public protocol TimeSource: Sendable {
    /// The current date and time on this machine's wall clock.
    var now: Date { get }

    /// Time since a fixed but unspecified moment; never decreases.
    var monotonicTime: Duration { get }

    /// Returns once ``monotonicTime`` has grown by `duration` (at once if it is not positive), or throws
    /// `CancellationError` as soon as the calling task is cancelled.
    func sleep(for duration: Duration) async throws

    /// Calls `fire` once when ``monotonicTime`` has reached `moment`, unless the timer is cancelled first.
    ///
    /// Any thread may call `fire`, even before this method returns, so `fire` must be short. A timer needs no task. A
    /// cancelled timer costs almost nothing.
    func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer
}
