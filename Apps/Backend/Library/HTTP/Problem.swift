import HTTPTypes
import Hummingbird
import NIOCore

/// An error response. Any code can throw it, and ``ProblemMiddleware`` turns it into problem details (RFC 9457).
struct Problem: Error, Equatable, Sendable {
    let status: HTTPResponse.Status
    /// For programs. It is part of the API, so never rename a released one.
    let code: String
    /// The name of this kind of problem, the same for every occurrence.
    let title: String
    /// What happened this time. It helps the client, and reveals nothing about the server's internals.
    var detail: String
    var errors: [FieldError] = []
    var headers: HTTPFields = [:]
    /// A registered type; `nil` for a tag URI with the code.
    var type: String?
    /// The extension members (RFC 9457, section 3.2) of its type.
    var members: [String: Int] = [:]

    /// The response: `application/problem+json` with the request's id.
    func response(to request: Request, id: String) -> Response {
        // Strings and integers always encode. If they did not, the status alone would still be correct.
        let body = (try? WireJSON.encode(ProblemBody(problem: self, requestID: id))) ?? ByteBuffer()
        var headers = headers
        headers[.contentType] = "application/problem+json"
        // An error belongs to one request, so a cache must not serve it for another.
        headers[.cacheControl] = "no-store"
        headers[.xRequestID] = id
        return Reply(status: status, headers: headers, body: body).response(to: request)
    }
}

/// The problems of HTTP, JSON and validation, which belong to no single feature.
extension Problem {
    static let notFound = Problem(
        status: .notFound, code: "not_found", title: "Not found", detail: "Not found, or you don't have access.")

    static func methodNotAllowed(_ allowed: [HTTPRequest.Method]) -> Problem {
        let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        return Problem(
            status: .methodNotAllowed, code: "method_not_allowed", title: "Method not allowed",
            detail: "This resource supports \(names).", headers: [.allow: names])
    }

    static let malformedJSON = Problem(
        status: .badRequest, code: "malformed_json", title: "Malformed JSON", detail: "The body is not valid JSON.")

    static func validationFailed(_ errors: [FieldError]) -> Problem {
        Problem(
            status: .unprocessableContent, code: "validation_failed", title: "Validation failed",
            detail: "Some fields are invalid.", errors: errors)
    }

    static func unsupportedMediaType(_ detail: String) -> Problem {
        Problem(
            status: .unsupportedMediaType, code: "unsupported_media_type", title: "Unsupported media type",
            detail: detail)
    }

    static func contentTooLarge(limit: Int) -> Problem {
        Problem(
            status: .contentTooLarge, code: "content_too_large", title: "Content too large",
            detail: "At most \(limit) bytes are accepted.")
    }

    static func tooManyRequests(retryAfter seconds: Int) -> Problem {
        Problem(
            status: .tooManyRequests, code: "too_many_requests", title: "Too many requests",
            detail: "You have sent too many of these requests. Try again later.",
            headers: [.retryAfter: String(seconds)])
    }

    /// The response to every unexpected error. The error itself is in the log, under the request's id.
    static let internalError = Problem(
        status: .internalServerError, code: "internal_error", title: "Internal error",
        detail: "The server failed. Report the request id to its operator.")
}

/// Problem details on the wire: the members of RFC 9457, section 3.1, and extension members, of which all problems have
/// three.
struct ProblemBody: Encodable, Sendable {
    let problem: Problem
    let requestID: String

    private struct Members: Encodable {
        /// A tag URI (RFC 4151), which RFC 9457 recommends if there is no page to open, unless the type is registered.
        let type: String
        let title: String
        let status: Int
        let detail: String
        let code: String
        let requestID: String
        let errors: [FieldError]?
    }

    func encode(to encoder: any Encoder) throws {
        try problem.members.encode(to: encoder)
        try Members(
            type: problem.type ?? BackendName.problemTag + problem.code, title: problem.title,
            status: problem.status.code, detail: problem.detail, code: problem.code, requestID: requestID,
            errors: problem.errors.isEmpty ? nil : problem.errors
        ).encode(to: encoder)
    }
}
