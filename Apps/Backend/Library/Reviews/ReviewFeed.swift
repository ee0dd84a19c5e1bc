import ServiceLifecycle
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

    /// A stream with an element for each signal and each period. It ends when the server stops.
    func subscribe(period: Duration) -> Subscription {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        let tasks = [
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
        return Subscription(signals: signals, id: id, tasks: tasks)
    }

    func end(_ subscription: Subscription) {
        for task in subscription.tasks { task.cancel() }
        state.withLock { state in
            _ = state.subscribers.removeValue(forKey: subscription.id)
        }
    }

    struct Subscription: Sendable {
        let signals: AsyncStream<Void>
        fileprivate let id: Int
        fileprivate let tasks: [Task<Void, any Error>]
    }
}
