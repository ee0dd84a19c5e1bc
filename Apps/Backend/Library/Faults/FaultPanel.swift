import Hummingbird

/// All fault switches of a server. Without `--faults` there is no panel, and `/faults` is as unknown as any other path.
struct FaultPanel: Sendable {
    let switches: [any FaultSwitch]

    static func standard(sessions: SessionStore) -> FaultPanel {
        FaultPanel(switches: [RequestCounters(), ExpireAccessTokens(sessions: sessions)])
    }

    /// Lets each switch see the requests to all routes laid after this call, the first one outermost.
    func watch(_ router: Router<BackendRequestContext>) {
        for faultSwitch in switches { router.add(middleware: FaultMiddleware(faultSwitch: faultSwitch)) }
    }

    func addControls(to router: Router<BackendRequestContext>) {
        let group = router.group(RouterPath(FaultMiddleware.controls))
        for faultSwitch in switches { faultSwitch.addControls(to: group) }
    }
}
