import Foundation
import HTTPTypes
import Networking

/// An error response of a ``FakeBackend``: problem details (RFC 9457) as the sample backend writes them.
struct FakeProblem: Error {
    let status: HTTPResponse.Status
    let code: String
    let title: String
    let detail: String
    var errors: [FieldError] = []
    var fields: HTTPFields = [:]

    /// An error in one field of a request.
    struct FieldError {
        let field: String
        let code: String
        let message: String
    }

    func response(requestID: String) -> ServerResponse {
        var body: [String: Any] = [
            "type": "tag:strata.example,2026:problem/\(code)", "title": title, "status": status.code,
            "detail": detail, "code": code, "request_id": requestID,
        ]
        if !errors.isEmpty {
            body["errors"] = errors.map { ["field": $0.field, "code": $0.code, "message": $0.message] }
        }
        var fields = fields
        fields[.contentType] = "application/problem+json"
        return .object(body, status: status, fields: fields)
    }
}

extension FakeProblem {
    static var notFound: Self {
        Self(
            status: .notFound, code: "not_found", title: "Not found", detail: "Not found, or you don't have access.")
    }

    static var forbidden: Self {
        Self(status: .forbidden, code: "forbidden", title: "Forbidden", detail: "Only an admin may do this.")
    }

    static var malformedJSON: Self {
        Self(
            status: .badRequest, code: "malformed_json", title: "Malformed JSON", detail: "The body is not valid JSON.")
    }

    static func validationFailed(_ errors: [FieldError]) -> Self {
        Self(
            status: .unprocessableContent, code: "validation_failed", title: "Validation failed",
            detail: "Some fields are invalid.", errors: errors)
    }

    static func unsupportedMediaType(_ detail: String) -> Self {
        Self(
            status: .unsupportedMediaType, code: "unsupported_media_type", title: "Unsupported media type",
            detail: detail)
    }

    static func unauthorized(_ code: String, _ title: String, _ detail: String, challenge: String = "") -> Self {
        Self(
            status: .unauthorized, code: code, title: title, detail: detail,
            fields: [.wwwAuthenticate: #"Bearer realm="strata""# + challenge])
    }

    static func taken(_ field: String, title: String, _ message: String) -> Self {
        Self(
            status: .conflict, code: "\(field)_taken", title: title, detail: message,
            errors: [FieldError(field: field, code: "taken", message: message)])
    }
}

extension FakeProblem.FieldError {
    static func required(_ field: String) -> Self {
        Self(field: field, code: "required", message: "This field is required.")
    }

    static func mistyped(_ field: String, expected: String) -> Self {
        Self(field: field, code: "invalid_type", message: "This field must be \(expected).")
    }

    static func invalid(_ field: String, _ message: String) -> Self {
        Self(field: field, code: "invalid", message: message)
    }

    static func tooLong(_ field: String, limit: Int) -> Self {
        Self(field: field, code: "too_long", message: "At most \(limit) characters are allowed.")
    }

    static func outOfRange(_ field: String, _ range: ClosedRange<Int>) -> Self {
        .invalid(field, "This must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
}

extension ServerResponse {
    /// A response of a ``FakeBackend`` with a JSON object.
    static func object(
        _ object: [String: Any], status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> ServerResponse {
        var fields = fields
        fields[.contentType] = fields[.contentType] ?? "application/json"
        let bytes = try? JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return .data(bytes ?? Data(), status: status, fields: fields)
    }
}
