import Hummingbird

/// Passes every request to one fault switch, except requests to the fault controls.
struct FaultMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    /// The path of the controls. No fault affects them, so they always work.
    static let controls = "/faults"

    let faultSwitch: any FaultSwitch

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.uri.path.hasPrefix(Self.controls + "/") { return try await next(request, context) }
        return try await faultSwitch.around(request, context, proceed: next)
    }
}
