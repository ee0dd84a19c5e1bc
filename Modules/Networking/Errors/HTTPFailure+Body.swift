import Foundation
import HTTPTypes

extension HTTPFailure {
    /// Reads what a server says of a failure: problem details (RFC 9457) with field errors, or the older shapes
    /// `{"error": {"code", "message"}}` and `{"detail": "…"}`. Any other body, HTML above all, leaves the status to speak.
    init(response: HTTPResponse, body: Data, coding: any BodyCoding) {
        let isJSON = response.headerFields[.contentType]?.lowercased().contains("json") == true
        let said = isJSON ? try? coding.decode(Said.self, from: body) : nil
        self.init(
            status: response.status.code,
            code: said?.code ?? said?.error?.code,
            message: said?.detail ?? said?.error?.message ?? said?.title,
            fields: said?.errors?.map { FieldFailure(field: $0.field, message: $0.message) } ?? [])
    }

    private struct Said: Decodable {
        let title: String?
        let detail: String?
        let code: String?
        let error: Envelope?
        let errors: [Field]?

        struct Envelope: Decodable {
            let code: String?
            let message: String?
        }

        struct Field: Decodable {
            let field: String
            let message: String
        }
    }
}
