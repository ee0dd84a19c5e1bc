import Hummingbird

/// A switch that affects a number of requests. Its ``ArmedFault`` arms and disarms it.
protocol ArmedSwitch: FaultSwitch {
    associatedtype Settings: FaultSettings

    var fault: ArmedFault<Settings> { get }
}

extension ArmedSwitch {
    func addControls(to group: RouterGroup<BackendRequestContext>) { fault.addControls(to: group) }

    func disarm() { fault.disarm() }
}
