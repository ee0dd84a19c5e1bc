import Synchronization

/// What a ``LifetimeScope`` has made, in the order in which it was made, and what it is still making.
final class Ledger: Sendable {
    typealias Ending = Task<[ShutdownError.Failure], Never>

    private struct State {
        var underWay = 0
        var entries: [LedgerEntry] = []
        var scopes: [LifetimeScope] = []
        var ending: Ending?
        var waitingForIdle: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let refuses = Atomic(false)

    /// Whether callers are refused. Read without a lock, since every resolution asks.
    var isClosed: Bool { refuses.load(ordering: .acquiring) }

    /// Refuses callers from now on; what is under way goes on.
    func close() {
        state.withLock { _ in refuses.store(true, ordering: .releasing) }
    }

    /// The task that ends the scope: started by the first who asks, the same for all.
    func end(_ start: () -> Ending) -> Ending {
        state.withLock { state in
            refuses.store(true, ordering: .releasing)
            let ending = state.ending ?? start()
            state.ending = ending
            return ending
        }
    }

    /// Counts one more creation under way. False once callers are refused, unless it belongs to a creation that is
    /// counted.
    func beginCreation(_ admission: Wiring.Admission) -> Bool {
        state.withLock { state in
            guard admission == .creation || !isClosed else { return false }
            state.underWay += 1
            return true
        }
    }

    func endCreation() {
        state.withLock { state in
            state.underWay -= 1
            guard state.underWay == 0, let waiting = state.waitingForIdle else {
                return nil as CheckedContinuation<Void, Never>?
            }
            state.waitingForIdle = nil
            return waiting
        }?.resume()
    }

    /// Whether nothing is under way.
    var isIdle: Bool { state.withLock { $0.underWay == 0 } }

    /// Returns when nothing is under way. For the ending task only: one waits at most.
    func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.underWay > 0 { state.waitingForIdle = continuation }
                return state.underWay == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    func append(_ entry: LedgerEntry) {
        state.withLock { $0.entries.append(entry) }
    }

    /// All entries, last made first; none are left.
    func takeEntries() -> [LedgerEntry] {
        state.withLock { state in
            defer { state.entries = [] }
            return state.entries.reversed()
        }
    }

    /// False once callers are refused.
    func open(_ scope: LifetimeScope) -> Bool {
        state.withLock { state in
            guard !isClosed else { return false }
            state.scopes.append(scope)
            return true
        }
    }

    func forget(_ scope: LifetimeScope) {
        state.withLock { state in state.scopes.removeAll { $0 === scope } }
    }

    /// The scopes that are open or ending, last begun first.
    var openScopes: [LifetimeScope] { state.withLock { $0.scopes.reversed() } }
}
