import Networking
import Synchronization
import Transfers

/// Counts events, and records the decisions that the tour shows.
final class TourMonitor: EventMonitor {
    struct Counts: Sendable {
        var attempts = 0
        var refusals = 0
        var resends = 0
        var cancellations = 0
        /// As sentences, in order.
        var decisions: [String] = []
    }

    private let counts = Mutex(Counts())

    func receive(_ event: CallEvent) {
        counts.withLock { counts in
            switch event.kind {
            case .attemptStarted: counts.attempts += 1
            case .responded(status: 401): counts.refusals += 1
            case .resent: counts.resends += 1
            case .failed(.cancelled): counts.cancellations += 1
            case .retryScheduled, .notRetried: counts.decisions.append(event.kind.message)
            case .custom(let custom) where custom.base is DownloadDecision:
                counts.decisions.append(event.kind.message)
            default: break
            }
        }
    }

    /// Returns the counts since the last call of this method, and resets them.
    func take() -> Counts {
        counts.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }
}
