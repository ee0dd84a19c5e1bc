import Synchronization

/// Suspends tasks until a test opens it, so that the test decides the order of events.
///
/// ```swift
/// let gate = Gate()
/// let call = Task { try await session.send(.me) }   // its refresher passes the gate
/// await gate.waitForArrivals(1)                     // now the refresh is in progress
/// gate.open()
/// ```
///
/// Cancelling a task that waits here resumes it.
public final class Gate: Sendable {
    private let state: Mutex<State>

    private struct State {
        var isOpen: Bool
        var arrivals = 0
        var lastID = 0
        var held: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

        mutating func removeContentWatchers() -> [CheckedContinuation<Void, Never>] {
            let content = watchers.filter { $0.value.count <= arrivals }
            for id in content.keys { watchers[id] = nil }
            return content.values.map(\.continuation)
        }
    }

    /// - Parameter isOpen: an open gate suspends no task, and still counts arrivals.
    public init(isOpen: Bool = false) {
        state = Mutex(State(isOpen: isOpen))
    }

    /// Whether tasks pass without waiting.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The number of tasks that arrived so far.
    public var arrivals: Int { state.withLock { $0.arrivals } }

    /// Counts the caller and suspends it until the gate is open.
    public func pass() async {
        let (id, watchers) = state.withLock { state in
            state.lastID += 1
            state.arrivals += 1
            return (state.lastID, state.removeContentWatchers())
        }
        for watcher in watchers { watcher.resume() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.held[id] = continuation
                    return false
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: id) }?.resume()
        }
    }

    /// Resumes all tasks, and lets later ones pass.
    public func open() {
        let released = state.withLock { state in
            state.isOpen = true
            defer { state.held = [:] }
            return Array(state.held.values)
        }
        for continuation in released { continuation.resume() }
    }

    /// Returns after `count` arrivals in total, or when the waiting task is cancelled.
    public func waitForArrivals(_ count: Int) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.arrivals >= count || Task.isCancelled { return true }
                    state.watchers[id] = (count, continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
