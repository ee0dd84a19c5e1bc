import ServiceLifecycle
import Synchronization

/// Wakes the subscriptions when there is a new review. Subscriptions read the reviews themselves, so a slow one misses
/// none and needs no buffer.
final class ReviewFeed: Sendable {
    private let subscribers = Mutex<[ObjectIdentifier: AsyncStream<Void>.Continuation]>([:])
    private let limit: Int

    /// - Parameter limit: the largest number of subscriptions at a time.
    init(limit: Int = 128) {
        self.limit = limit
    }

    /// Wakes all subscriptions. Several signals between two reads count as one.
    func signal() {
        for subscriber in subscribers.withLock({ Array($0.values) }) { subscriber.yield() }
    }

    /// Begins a subscription: an element for each signal and each period, until the stream is released or the server
    /// stops. `nil` if there are too many.
    func subscribe(period: Duration) -> AsyncStream<Void>? {
        final class Token: Sendable {}
        let token = Token()
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isAdmitted = subscribers.withLock { subscribers in
            guard subscribers.count < limit else { return false }
            subscribers[ObjectIdentifier(token)] = continuation
            return true
        }
        guard isAdmitted else { return nil }
        let beats = Task {
            while true {
                try await Task.sleep(for: period)
                continuation.yield()
            }
        }
        let stop = Task {
            try await gracefulShutdown()
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            beats.cancel()
            stop.cancel()
            self?.subscribers.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(token)) }
        }
        return signals
    }
}
