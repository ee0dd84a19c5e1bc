import Networking
import Synchronization

/// Counts what the tour talks about.
final class TourMonitor: EventMonitor {
    struct Counts: Sendable {
        var attempts = 0
        var refusals = 0
        var refreshes = 0
        var resends = 0
    }

    private let counts = Mutex(Counts())

    func receive(_ event: CallEvent) {
        counts.withLock { counts in
            switch event.kind {
            case .attemptStarted: counts.attempts += 1
            case .responded(status: 401): counts.refusals += 1
            case .refreshFinished: counts.refreshes += 1
            case .resent: counts.resends += 1
            default: break
            }
        }
    }

    /// What was counted since the last time.
    func take() -> Counts {
        counts.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }
}
