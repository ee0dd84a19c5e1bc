/// Receives every event of every call, when it happens.
///
/// An interceptor sees calls at one place of the pipeline, while a monitor receives the events of all interceptors.
/// ``receive(_:)`` runs in the task that reports the event, so it must return quickly.
public protocol EventMonitor: Sendable {
    /// Handles `event`.
    func receive(_ event: CallEvent)
}

/// Ignores all events.
public struct SilentMonitor: EventMonitor {
    /// Creates a monitor, which has no state.
    public init() {}

    public func receive(_ event: CallEvent) {}
}
