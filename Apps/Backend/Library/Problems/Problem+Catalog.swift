import HTTPTypes

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

    static func badRequest(_ detail: String) -> Problem {
        Problem(status: .badRequest, code: "bad_request", title: "Bad request", detail: detail)
    }

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

    static let requestTimeout = Problem(
        status: .requestTimeout, code: "request_timeout", title: "Request timeout",
        detail: "The request did not arrive in time.", headers: [.connection: "close"])

    static let headTooLarge = Problem(
        status: .requestHeaderFieldsTooLarge, code: "request_head_too_large", title: "Request head too large",
        detail: "The request line and header fields exceed this server's limit.",
        headers: [.connection: "close"])

    static let versionNotSupported = Problem(
        status: .httpVersionNotSupported, code: "http_version_not_supported", title: "HTTP version not supported",
        detail: "This server supports HTTP/1.1 and HTTP/1.0.")

    static let transferCodingNotImplemented = Problem(
        status: .notImplemented, code: "transfer_coding_not_implemented", title: "Transfer coding not implemented",
        detail: "The only transfer coding that this server supports is chunked.")

    static let busy = Problem(
        status: .serviceUnavailable, code: "busy", title: "Busy", detail: "The server is busy. Try again later.",
        headers: [.retryAfter: "1"])

    /// The response to every unexpected error. The error itself is in the log, under the request's id.
    static let internalError = Problem(
        status: .internalServerError, code: "internal_error", title: "Internal error",
        detail: "The server failed. Report the request id to its operator.")
}
