import Hummingbird

/// Lets one fault switch see every request but those to the controls themselves.
struct FaultMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    /// Where the controls are. They stay out of the switches' reach, so that no fault can lock them.
    static let controls = "/faults"

    let faultSwitch: any FaultSwitch

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if request.uri.path.hasPrefix(Self.controls + "/") { return try await next(request, context) }
        return try await faultSwitch.around(request, context, proceed: next)
    }
}
