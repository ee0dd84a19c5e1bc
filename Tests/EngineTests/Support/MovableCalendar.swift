import Foundation
import Primitives
import Synchronization

/// This machine's time, with a calendar that a test sets forward.
final class MovableCalendar: TimeSource {
    private let base = SystemTimeSource()
    private let offset = Mutex(Duration.zero)

    var now: Date { base.now.addingTimeInterval(offset.withLock(\.self) / .seconds(1)) }
    var uptime: Duration { base.uptime }

    func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }

    func setAlarm(at moment: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
        base.setAlarm(at: moment, ring)
    }

    func advance(by duration: Duration) {
        offset.withLock { $0 += duration }
    }
}
