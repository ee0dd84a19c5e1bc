import Foundation
import Primitives
import Synchronization

/// The system's time, with a wall clock that a test can set forward.
final class AdjustableWallClock: TimeSource {
    private let base = SystemTimeSource()
    private let offset = Mutex(Duration.zero)

    var now: Date { base.now.addingTimeInterval(offset.withLock(\.self) / .seconds(1)) }
    var monotonicTime: Duration { base.monotonicTime }

    func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }

    func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        base.setTimer(at: moment, fire)
    }

    func advance(by duration: Duration) {
        offset.withLock { $0 += duration }
    }
}
