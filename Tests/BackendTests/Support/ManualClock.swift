import Foundation
import Synchronization

/// A clock that a test advances.
final class ManualClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_772_357_400.25))

    /// 2026-03-01T09:30:00.250Z at first.
    var now: Date { moment.withLock { $0 } }

    func advance(by duration: Duration) {
        let seconds = Double(duration.components.seconds)
        moment.withLock { $0.addTimeInterval(seconds) }
    }
}
