/// Tells several monitors, in their order.
public struct CombinedMonitor: EventMonitor {
    private let monitors: [any EventMonitor]

    /// - Parameter monitors: each is told of every event.
    public init(_ monitors: [any EventMonitor]) {
        self.monitors = monitors
    }

    public func receive(_ event: CallEvent) {
        for monitor in monitors { monitor.receive(event) }
    }
}
