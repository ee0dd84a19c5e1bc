import Foundation
import Primitives
import Synchronization

/// The system's time without waiting: a sleep returns at once and advances both clocks by its length.
final class ImmediateTimeSource: TimeSource {
    private let base = SystemTimeSource()
    private let skipped = Mutex(Duration.zero)

    var now: Date { base.now.addingTimeInterval(skipped.withLock(\.self) / .seconds(1)) }
    var monotonicTime: Duration { base.monotonicTime + skipped.withLock(\.self) }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        skipped.withLock { $0 += max(duration, .zero) }
    }

    func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        base.setTimer(at: moment - skipped.withLock(\.self), fire)
    }
}
