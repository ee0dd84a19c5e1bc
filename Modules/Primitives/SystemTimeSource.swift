public import Foundation

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
