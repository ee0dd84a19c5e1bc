public import Foundation

/// The machine's own clocks.
public struct SystemTimeSource: TimeSource {
    private let start: ContinuousClock.Instant
    private let alarms: SystemAlarms

    /// ``uptime`` counts from here.
    public init() {
        start = .now
        alarms = SystemAlarms(start: start)
    }

    public var now: Date { Date() }

    public var uptime: Duration { start.duration(to: .now) }

    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }

    public func setAlarm(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        alarms.set(at: moment, ring)
    }
}
