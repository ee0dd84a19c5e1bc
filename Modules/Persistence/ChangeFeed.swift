import Synchronization

/// Tells observers that stored data may have changed, so that they read it again.
///
/// A notice says neither what changed nor how often: observers compare what they read with what they had.
public final class ChangeFeed: Sendable {
    private let state = Mutex(State())
    private let watch: (@Sendable (ChangeFeed) async -> Void)?

    private struct State {
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastID = 0
        var watching: Task<Void, Never>?
    }

    /// - Parameter watch: runs while there is an observer, and calls ``notify()`` for the changes of other processes.
    ///   It must end when it is cancelled.
    public init(watch: (@Sendable (ChangeFeed) async -> Void)? = nil) {
        self.watch = watch
    }

    /// A notice at once, and another one after each change. Notices that arrive while the observer is busy are combined
    /// into one.
    public func changes() -> AsyncStream<Void> {
        let (notices, observer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.lastID += 1
            state.observers[state.lastID] = observer
            if state.watching == nil, let watch { state.watching = Task { await watch(self) } }
            return state.lastID
        }
        observer.onTermination = { [weak self] _ in self?.remove(id) }
        observer.yield()
        return notices
    }

    /// Notifies every observer.
    public func notify() {
        let observers = state.withLock { $0.observers.values.map(\.self) }
        for observer in observers { observer.yield() }
    }

    private func remove(_ id: Int) {
        let watching = state.withLock { state -> Task<Void, Never>? in
            state.observers[id] = nil
            guard state.observers.isEmpty else { return nil }
            defer { state.watching = nil }
            return state.watching
        }
        watching?.cancel()
    }
}
