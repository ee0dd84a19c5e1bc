import Synchronization

/// A place where work stops until a test lets it go on, so that a test decides which of two things comes first.
///
/// ```swift
/// let gate = Gate()
/// let call = Task { try await session.send(.me) }   // its refresher passes the gate
/// await gate.waitForArrivals(1)                     // now the renewal is under way, and stays so
/// gate.open()
/// ```
///
/// Cancelling a task that waits here lets it go on: what it does about the cancellation is its own business.
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

    /// - Parameter isOpen: an open gate holds nobody and still counts.
    public init(isOpen: Bool = false) {
        state = Mutex(State(isOpen: isOpen))
    }

    /// Whether it holds nobody any more.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// How many have come here so far, those that went on included.
    public var arrivals: Int { state.withLock { $0.arrivals } }

    /// Counts the caller and holds it until the gate is open.
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

    /// Lets everybody go on, now and later.
    public func open() {
        let released = state.withLock { state in
            state.isOpen = true
            defer { state.held = [:] }
            return Array(state.held.values)
        }
        for continuation in released { continuation.resume() }
    }

    /// Returns as soon as `count` have come here in all, or when the waiting task is cancelled.
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
