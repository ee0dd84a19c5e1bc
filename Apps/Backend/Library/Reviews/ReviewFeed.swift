import Synchronization

/// Wakes the subscriptions when there is a new review. They read the reviews themselves, so a slow one misses none
/// and needs no buffer.
final class ReviewFeed: Sendable {
    private struct State {
        var nextID = 0
        var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: the number of subscriptions at a time.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether another subscription may begin.
    var hasRoom: Bool { state.withLock { $0.subscribers.count < limit } }

    /// Wakes all subscriptions. Several signals between two reads are one.
    func signal() {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield() }
    }

    /// Runs `body` with a stream that has an element for each signal and each period.
    ///
    /// - Parameter body: its stream ends when it finishes the continuation.
    func withSubscription<Result>(
        period: Duration,
        _ body: (AsyncStream<Void>, AsyncStream<Void>.Continuation) async throws -> Result
    ) async rethrows -> Result {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        let timer = Task {
            while true {
                try await Task.sleep(for: period)
                continuation.yield()
            }
        }
        defer {
            timer.cancel()
            continuation.finish()
            state.withLock { _ = $0.subscribers.removeValue(forKey: id) }
        }
        return try await body(signals, continuation)
    }
}
