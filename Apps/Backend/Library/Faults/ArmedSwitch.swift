import Hummingbird

/// A switch that strikes a number of requests and then no more: its route and its end are those of its ``ArmedFault``.
protocol ArmedSwitch: FaultSwitch {
    associatedtype Order: FaultOrder

    var fault: ArmedFault<Order> { get }
}

extension ArmedSwitch {
    func addControls(to group: RouterGroup<BackendRequestContext>) { fault.addControls(to: group) }

    func disarm() { fault.disarm() }
}
