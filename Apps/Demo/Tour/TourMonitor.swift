import Networking
import Synchronization
import Transfers

/// Counts events, and records the decisions that the tour shows.
final class TourMonitor: EventMonitor {
    struct Counts: Sendable {
        var attempts = 0
        var refusals = 0
        var resends = 0
        /// Responses with status 304: the stored response is still valid.
        var revalidations = 0
        var cancellations = 0
        /// As sentences, in order.
        var decisions: [String] = []
    }

    private let counts = Mutex(Counts())
    private let accepted = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))

    func receive(_ event: CallEvent) {
        if event.kind == .responded(status: 200) { accepted.continuation.yield(event.operation) }
        counts.withLock { counts in
            switch event.kind {
            case .attemptStarted: counts.attempts += 1
            case .responded(status: 401): counts.refusals += 1
            case .responded(status: 304): counts.revalidations += 1
            case .resent: counts.resends += 1
            case .failed(.cancelled): counts.cancellations += 1
            case .retryScheduled, .notRetried: counts.decisions.append(event.kind.message)
            case .custom(let custom) where custom.base is DownloadDecision:
                counts.decisions.append(event.kind.message)
            default: break
            }
        }
    }

    /// Returns once the server has accepted a call of `operation`, or when the task is cancelled.
    func waitForResponse(to operation: String) async {
        for await name in accepted.stream where name == operation { return }
    }

    /// Returns the counts since the last call of this method, and resets them.
    func take() -> Counts {
        counts.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }
}
