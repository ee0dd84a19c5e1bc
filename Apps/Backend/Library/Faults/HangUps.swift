import Hummingbird

/// `POST /faults/hang-up`: the connections of the next requests are closed without a response, so their clients
/// cannot know whether the server processed them.
struct HangUps: ArmedSwitch {
    /// The JSON settings `{"how", "when"}`.
    struct Settings: FaultSettings {
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

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let settings = fault.consume(request) else { return try await proceed(request, context) }
        if settings.when == .after { _ = try await proceed(request, context) }
        // Nothing was written, so the client receives no byte either way.
        try await settings.how.close(context.channel)
    }
}
