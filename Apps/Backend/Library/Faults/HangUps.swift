import Hummingbird

/// `POST /faults/hang-up`: the next requests get no answer at all, and their connections end. Whether they were carried
/// out before is what a client cannot know.
struct HangUps: ArmedSwitch {
    /// `{"how", "when"}`.
    struct Order: FaultOrder {
        enum Moment: String, CaseIterable, Sendable {
            /// Nothing was done.
            case before
            /// All was done, and the answer is lost.
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
        // Nothing was written, so both ends come without a byte.
        try await order.how.leave(context.channel)
    }
}
