import Hummingbird

/// `POST /faults/delay`: the next responses are delayed.
struct Delays: ArmedSwitch {
    /// `{"milliseconds"}`.
    struct Order: FaultOrder {
        static let name = "delay"

        let milliseconds: Int

        init(_ form: inout FaultForm) {
            milliseconds = form.whole("milliseconds", in: 0...60_000) ?? 1000
        }
    }

    let fault: ArmedFault<Order>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        if let order = fault.strike(request) { try await Task.sleep(for: .milliseconds(order.milliseconds)) }
        return try await proceed(request, context)
    }
}
