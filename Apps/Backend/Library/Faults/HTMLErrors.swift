import HTTPTypes
import Hummingbird

/// `POST /faults/html`: the next requests get an error page, and no route runs.
struct HTMLErrors: ArmedSwitch {
    /// The JSON settings `{"status"}`.
    struct Settings: FaultSettings {
        static let name = "html"

        let status: Int

        init(_ form: inout FaultForm) {
            status = form.whole("status", in: 400...599) ?? 500
        }
    }

    let fault: ArmedFault<Settings>

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let settings = fault.consume(request) else { return try await proceed(request, context) }
        let response = Response.page(status: HTTPResponse.Status(code: settings.status), title: "Server Error")
        return request.method == .head ? response.createHeadResponse() : response
    }
}
