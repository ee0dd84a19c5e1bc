import Hummingbird

/// One way to trouble the server, or to watch it, for tests and demonstrations.
///
/// A switch brings its own control routes and sees every other request from the outside: before authentication, and
/// with its answer complete, errors included. So it can wait, answer in the server's place, or count, and no route
/// knows that it exists: a new kind of fault is a new type in this folder and a line in
/// ``FaultPanel/standard(sessions:bodies:now:)``.
protocol FaultSwitch: Sendable {
    /// Adds the routes, below `/faults`, that turn it on and off.
    func addControls(to group: RouterGroup<BackendRequestContext>)

    /// Takes back what was set, so that the next requests pass untroubled. Does nothing unless implemented.
    func disarm()

    /// Sees a request pass; `proceed` is the rest of the server. Does nothing unless implemented.
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
