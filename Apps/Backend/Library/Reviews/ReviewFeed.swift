import ServiceLifecycle
import Synchronization

/// Wakes the subscriptions when there is a new review. Subscriptions read the reviews themselves, so a slow one misses
/// none and needs no buffer.
final class ReviewFeed: Sendable {
    private struct State {
        var nextID = 0
        var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: the largest number of subscriptions at a time.
    init(limit: Int) {
        self.limit = limit
    }

    /// Wakes all subscriptions. Several signals between two reads count as one.
    func signal() {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield() }
    }

    /// Begins a subscription with an element for each signal and each period; `nil` if there are too many.
    func subscribe(period: Duration) -> Subscription? {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id: Int? = state.withLock { state in
            guard state.subscribers.count < limit else { return nil }
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        return id.map { Subscription(feed: self, id: $0, signals, continuation, period: period) }
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            _ = state.subscribers.removeValue(forKey: id)
        }
    }

    /// One of a feed's subscriptions, which counts until ``end()`` or until its last reference is released.
    final class Subscription: Sendable {
        /// The stream ends when the server stops.
        let signals: AsyncStream<Void>
        private let feed: ReviewFeed
        private let id: Int
        private let tasks: [Task<Void, any Error>]

        fileprivate init(
            feed: ReviewFeed, id: Int, _ signals: AsyncStream<Void>, _ continuation: AsyncStream<Void>.Continuation,
            period: Duration
        ) {
            self.feed = feed
            self.id = id
            self.signals = signals
            tasks = [
                Task {
                    while true {
                        try await Task.sleep(for: period)
                        continuation.yield()
                    }
                },
                Task {
                    try await gracefulShutdown()
                    continuation.finish()
                },
            ]
        }

        deinit { end() }

        func end() {
            for task in tasks { task.cancel() }
            feed.remove(id)
        }
    }
}
