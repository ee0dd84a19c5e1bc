import Hummingbird

/// `POST /faults/repeat`: the next lists of books have one book on two pages, as when an order changes between two
/// requests. The last book of the first page is also the first of the second.
struct Repeats: ArmedSwitch {
    /// No settings of its own.
    struct Settings: FaultSettings {
        static let name = "repeat"

        init(_ form: inout FaultForm) {}
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        // Other requests are not counted.
        guard request.uri.path == "/books/" else { return try await proceed(request, context) }
        var context = context
        context.repeatsBook = fault.consume(request) != nil
        return try await proceed(request, context)
    }
}
