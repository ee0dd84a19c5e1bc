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
    private struct State {
        var isOpen: Bool
        var arrivals = 0
    }

    private let state: Watched<State>

    /// - Parameter isOpen: an open gate suspends no task, and still counts arrivals.
    public init(isOpen: Bool = false) {
        state = Watched(State(isOpen: isOpen))
    }

    /// Whether tasks pass without waiting.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The number of tasks that arrived so far.
    public var arrivals: Int { state.withLock { $0.arrivals } }

    /// Counts the caller and suspends it until the gate is open.
    public func pass() async {
        state.withLock { $0.arrivals += 1 }
        await state.wait { $0.isOpen }
    }

    /// Resumes all tasks, and lets later ones pass.
    public func open() {
        state.withLock { $0.isOpen = true }
    }

    /// Returns after `count` arrivals in total, or when the waiting task is cancelled.
    public func waitForArrivals(_ count: Int) async {
        await state.wait { $0.arrivals >= count }
    }
}
