import Foundation
import HTTPTypes
import Hummingbird

/// `POST /faults/refuse`: the next requests get 503, or another status that clients retry, and no route runs.
struct Refusals: ArmedSwitch {
    /// The JSON settings `{"status", "retry_after", "retry_after_as"}`.
    struct Settings: FaultSettings {
        enum Form: String, CaseIterable, Sendable {
            case seconds
            case date
        }

        static let name = "refuse"
        static let statuses = [429, 500, 502, 503, 504]

        let status: Int
        /// In seconds; `nil` sends no `Retry-After`.
        let retryAfter: Int?
        let form: Form

        init(_ form: inout FaultForm) {
            status = form.whole("status", in: 400...599) ?? 503
            retryAfter = form.whole("retry_after", in: 0...86_400)
            self.form = form.choice("retry_after_as", default: .seconds)
            if !Self.statuses.contains(status) {
                form.note(.invalid("status", "This must be one of 429, 500, 502, 503, 504."))
            }
        }
    }

    let fault: ArmedFault<Settings>
    let now: @Sendable () -> Date

    func around(
        _ request: Request, _ context: BackendRequestContext,
        proceed: @concurrent (Request, BackendRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let settings = fault.consume(request) else { return try await proceed(request, context) }
        var problem = Problem(
            status: HTTPResponse.Status(code: settings.status), code: "refused", title: "Refused",
            detail: "A fault switch refused this request.")
        problem.headers[.retryAfter] = settings.retryAfter.map { seconds in
            switch settings.form {
            case .seconds: String(seconds)
            case .date: HTTPDate(Timestamp(now()) + .seconds(seconds)).description
            }
        }
        let response = problem.response(requestID: context.requestID)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
