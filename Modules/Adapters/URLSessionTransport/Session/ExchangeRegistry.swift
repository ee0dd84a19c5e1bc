import Networking
import Synchronization

/// The exchanges whose tasks are not over, by their tasks' numbers.
final class ExchangeRegistry: Sendable {
    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    subscript(task: Int) -> Exchange? {
        state.withLock { $0.exchanges[task] }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func add(_ exchange: Exchange, for task: Int) {
        state.withLock { $0.exchanges[task] = exchange }
    }

    /// The exchange whose task is over.
    func remove(_ task: Int) -> Exchange? {
        let (exchange, waiters) = state.withLock { state in
            let exchange = state.exchanges.removeValue(forKey: task)
            guard state.isClosed, state.exchanges.isEmpty else {
                return (exchange, [] as [CheckedContinuation<Void, Never>])
            }
            defer { state.waiters = [] }
            return (exchange, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return exchange
    }

    /// Lets no new exchange begin, and hands out those that are under way.
    func close() -> [Exchange] {
        state.withLock { state in
            state.isClosed = true
            return Array(state.exchanges.values)
        }
    }

    /// Returns when the last task is over; only behind ``close()``.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                guard !state.exchanges.isEmpty else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }
}
