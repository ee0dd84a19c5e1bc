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

/// Cancels a timer that was set with ``TimeSource/setTimer(at:_:)``.
public struct DeadlineTimer: Sendable {
    private let action: @Sendable () -> Void

    /// - Parameter cancel: removes the timer. It may be called several times, even after the timer has fired.
    public init(cancel: @escaping @Sendable () -> Void) {
        action = cancel
    }

    /// Prevents the timer from firing, unless another thread is firing it already.
    public func cancel() {
        action()
    }
}

/// The machine's own clocks.
public struct SystemTimeSource: TimeSource {
    private let start: ContinuousClock.Instant
    private let timers: SystemTimers

    /// Starts ``monotonicTime`` at zero.
    public init() {
        start = .now
        timers = SystemTimers(start: start)
    }

    public var now: Date { Date() }

    public var monotonicTime: Duration { start.duration(to: .now) }

    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }

    public func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        timers.set(at: moment, fire)
    }
}
