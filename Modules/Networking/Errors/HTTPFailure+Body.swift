import Foundation
import HTTPTypes

extension HTTPFailure {
    /// Reads what a server says of a failure: problem details (RFC 9457) with field errors, or the older shapes
    /// `{"error": {"code", "message"}}` and `{"detail": "…"}`. Any other body, HTML above all, leaves the status to
    /// speak.
    init(response: HTTPResponse, body: Data, coding: any BodyCoding) {
        let isJSON = response.headerFields[.contentType]?.lowercased().contains("json") == true
        let said = isJSON ? try? coding.decode(Said.self, from: body) : nil
        self.init(
            status: response.status.code,
            code: said?.code ?? said?.error?.code,
            message: said?.detail ?? said?.error?.message ?? said?.title,
            fields: said?.fields ?? [])
    }

    /// Servers disagree about these members' types: one that is of another type counts as absent and hides no other.
    private struct Said: Decodable {
        let title: String?
        let detail: String?
        let code: String?
        let error: Envelope?
        let fields: [FieldFailure]

        private enum CodingKeys: String, CodingKey {
            case title, detail, code, error, errors
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            title = try? members.decode(String.self, forKey: .title)
            detail = try? members.decode(String.self, forKey: .detail)
            code = try? members.decode(String.self, forKey: .code)
            error = try? members.decode(Envelope.self, forKey: .error)
            let errors = try? members.decode([Field].self, forKey: .errors)
            fields = errors?.compactMap(\.failure) ?? []
        }
    }

    private struct Envelope: Decodable {
        let code: String?
        let message: String?
    }

    private struct Field: Decodable {
        let failure: FieldFailure?

        private enum CodingKeys: String, CodingKey {
            case field, message
        }

        init(from decoder: any Decoder) throws {
            let members = try? decoder.container(keyedBy: CodingKeys.self)
            guard let field = try? members?.decode(String.self, forKey: .field),
                let message = try? members?.decode(String.self, forKey: .message)
            else {
                failure = nil
                return
            }
            failure = FieldFailure(field: field, message: message)
        }
    }
}
