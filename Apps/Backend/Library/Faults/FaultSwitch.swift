import Hummingbird

/// One way to disturb or observe the server, for tests and demonstrations.
///
/// A switch adds control routes and wraps every other request: before authentication, and with its complete response,
/// errors included. It can wait, respond itself, or count, without changes to any route. To add a fault, add a type
/// to this folder and a line to ``FaultPanel/standard(_:)``.
protocol FaultSwitch: Sendable {
    /// Adds the control routes below `/faults`.
    func addControls(to group: RouterGroup<BackendRequestContext>)

    /// Ends the fault for the next requests. The default does nothing.
    func disarm()

    /// Wraps a request. The default calls `proceed`, which is the rest of the server.
    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response
}

extension FaultSwitch {
    func disarm() {}

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        try await proceed(request, context)
    }
}
