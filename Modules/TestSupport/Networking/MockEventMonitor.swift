public import Networking
import Synchronization

/// A mock of `EventMonitor`: records each event, and lets a test wait for events.
public final class MockEventMonitor: EventMonitor {
    private let state = Mutex(State())

    private struct State {
        var events: [CallEvent] = []
        var lastID = 0
        var watchers: [Int: Watcher] = [:]

        mutating func removeContentWatchers() -> [CheckedContinuation<Void, Never>] {
            let content = watchers.filter { $0.value.isContent(with: events) }
            for id in content.keys { watchers[id] = nil }
            return content.values.map(\.continuation)
        }
    }

    private struct Watcher {
        let count: Int
        let matches: @Sendable (CallEvent.Kind) -> Bool
        let continuation: CheckedContinuation<Void, Never>

        func isContent(with events: [CallEvent]) -> Bool {
            events.lazy.filter { matches($0.kind) }.prefix(count).count == count
        }
    }

    /// Creates a monitor that has received no events.
    public init() {}

    /// All events so far, in order.
    public var events: [CallEvent] { state.withLock { $0.events } }

    /// The names of all events so far (`started`, `attemptStarted`, …), for tests that only check the order.
    public var names: [String] { events.map(\.kind.name) }

    public func receive(_ event: CallEvent) {
        let content = state.withLock { state in
            state.events.append(event)
            return state.removeContentWatchers()
        }
        for continuation in content { continuation.resume() }
    }

    /// Returns after `count` matching events, or when the waiting task is cancelled.
    public func waitForEvents(_ count: Int, where matches: @escaping @Sendable (CallEvent.Kind) -> Bool) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watcher = Watcher(count: count, matches: matches, continuation: continuation)
                let isDone = state.withLock { state in
                    if Task.isCancelled || watcher.isContent(with: state.events) { return true }
                    state.watchers[id] = watcher
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
