public import Networking

/// A mock of `EventMonitor`: records each event, and lets a test wait for events.
public final class MockEventMonitor: EventMonitor {
    private let recorded = Watched<[CallEvent]>([])

    /// Creates a monitor that has received no events.
    public init() {}

    /// All events so far, in order.
    public var events: [CallEvent] { recorded.withLock { $0 } }

    /// The names of all events so far (`started`, `attemptStarted`, …), for tests that only check the order.
    public var names: [String] { events.map(\.kind.name) }

    public func receive(_ event: CallEvent) {
        recorded.withLock { $0.append(event) }
    }

    /// Returns after `count` matching events, or when the waiting task is cancelled.
    public func waitForEvents(_ count: Int, where matches: @escaping @Sendable (CallEvent.Kind) -> Bool) async {
        await recorded.wait { events in events.lazy.filter { matches($0.kind) }.prefix(count).count == count }
    }
}
