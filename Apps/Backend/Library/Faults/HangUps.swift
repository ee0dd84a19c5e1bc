import Hummingbird

/// `POST /faults/hang-up`: the connections of the next requests are closed without a response, so their clients
/// cannot know whether the server processed them.
struct HangUps: ArmedSwitch {
    /// `{"how", "when"}`.
    struct Order: FaultOrder {
        enum Moment: String, CaseIterable, Sendable {
            /// The request was not processed.
            case before
            /// The request was processed, and the response is lost.
            case after
        }

        static let name = "hang-up"

        let how: ConnectionEnd
        let when: Moment

        init(_ form: inout FaultForm) {
            how = form.choice("how", default: .reset)
            when = form.choice("when", default: .before)
        }
    }

    let fault: ArmedFault<Order>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let order = fault.strike(request) else { return try await proceed(request, context) }
        if order.when == .after { _ = try await proceed(request, context) }
        // Nothing was written, so the client receives no byte either way.
        try await order.how.close(context.channel)
    }
}
