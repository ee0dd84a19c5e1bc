/// Is told every decision that is taken for a call, as it is taken.
///
/// Not a link of the chain: a link sees calls from one place in the order, a monitor sees what all links do. It is called
/// on the call's own task, so it must return quickly.
public protocol EventMonitor: Sendable {
    /// Takes note of `event`.
    func receive(_ event: CallEvent)
}

/// Takes no note.
public struct SilentMonitor: EventMonitor {
    /// A monitor without state.
    public init() {}

    public func receive(_ event: CallEvent) {}
}
