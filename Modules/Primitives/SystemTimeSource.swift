public import Foundation

/// The machine's own clocks.
public struct SystemTimeSource: TimeSource {
    private let start: ContinuousClock.Instant

    /// ``uptime`` counts from here.
    public init() {
        start = .now
    }

    public var now: Date { Date() }

    public var uptime: Duration { start.duration(to: .now) }

    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}
