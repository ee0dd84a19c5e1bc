/// Passes each event to several monitors.
public struct CombinedMonitor: EventMonitor {
    private let monitors: [any EventMonitor]

    /// - Parameter monitors: receive every event, in this order.
    public init(_ monitors: [any EventMonitor]) {
        self.monitors = monitors
    }

    public func receive(_ event: CallEvent) {
        for monitor in monitors { monitor.receive(event) }
    }
}
