import Networking
import Synchronization

/// The exchanges whose tasks have not ended, by the identifiers of their tasks.
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

    /// Removes and returns the exchange of a task that has ended.
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

    /// Lets no new exchange begin, and returns the running ones.
    func close() -> [Exchange] {
        state.withLock { state in
            state.isClosed = true
            return Array(state.exchanges.values)
        }
    }

    /// Returns when the last task has ended. Call it after ``close()``.
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
