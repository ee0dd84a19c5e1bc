import Hummingbird

/// `POST /faults/delay`: the next responses are delayed.
struct Delays: ArmedSwitch {
    /// The JSON settings `{"milliseconds"}`.
    struct Settings: FaultSettings {
        static let name = "delay"

        let milliseconds: Int

        init(_ form: inout FaultForm) {
            milliseconds = form.whole("milliseconds", in: 0...60_000) ?? 1000
        }
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        if let settings = fault.consume(request) { try await Task.sleep(for: .milliseconds(settings.milliseconds)) }
        return try await proceed(request, context)
    }
}
