import HTTPTypes
import Hummingbird

/// All fault switches of a server. Without `--faults`, there are no switches, and `/faults` is an unknown path.
struct FaultPanel: Resource {
    /// Outermost first.
    let switches: [any FaultSwitch]

    static func standard(_ dependencies: ResourceDependencies) -> FaultPanel {
        let bodies = dependencies.bodies
        return FaultPanel(switches: [
            RequestCounters(), ExpireAccessTokens(sessions: dependencies.sessions),
            Garbles(fault: ArmedFault(bodies: bodies)), HangUps(fault: ArmedFault(bodies: bodies)),
            Delays(fault: ArmedFault(bodies: bodies)),
            Refusals(fault: ArmedFault(bodies: bodies), now: dependencies.now),
            Cuts(fault: ArmedFault(bodies: bodies)), Drips(fault: ArmedFault(bodies: bodies)),
            Truncations(fault: ArmedFault(bodies: bodies)), HTMLErrors(fault: ArmedFault(bodies: bodies)),
            Repeats(fault: ArmedFault(bodies: bodies)),  // feature: Books
            dependencies.graphQLFaults.averageStars,  // feature: Reviews
            dependencies.graphQLFaults.unauthenticatedStatus,  // feature: Reviews
        ])
    }

    /// Adds the switches' middleware for all routes that are added after this call.
    func watch(_ router: Router<BackendRequestContext>) {
        for faultSwitch in switches { router.add(middleware: FaultMiddleware(faultSwitch: faultSwitch)) }
    }

    /// Adds each switch's own routes, and `POST /faults/disarm` for all.
    func addRoutes(to groups: RouteGroups) {
        let group = groups.open.group(RouterPath(FaultMiddleware.controls))
        for faultSwitch in switches { faultSwitch.addControls(to: group) }
        group.post("disarm") { _, _ in
            for faultSwitch in switches { faultSwitch.disarm() }
            return HTTPResponse.Status.noContent
        }
    }
}
