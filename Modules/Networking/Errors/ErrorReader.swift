package import Foundation
package import HTTPTypes

/// Reads the error details from the JSON body of a failed response, in one format.
///
/// An environment lists its readers (``APIEnvironment/init(name:baseURL:version:versions:defaultHeaders:errorReaders:)``).
/// They are tried in that order, and the first one that knows the format supplies all details. For a format of your own:
///
/// ```swift
/// let acme = ErrorReader("acme") { body, status in
///     body["fault"].map { HTTPFailure(status: status, code: $0["id"]?.text, message: $0["text"]?.text) }
/// }
/// ```
public struct ErrorReader: Sendable {
    /// The format, such as `problemDetails`.
    public let name: String
    let read: @Sendable (JSONValue, Int) -> HTTPFailure?

    /// - Parameter read: receives the body and the status, and returns `nil` for a body in another format. The result
    ///   needs no wait: it comes from the header field Retry-After.
    public init(_ name: String, _ read: @escaping @Sendable (_ body: JSONValue, _ status: Int) -> HTTPFailure?) {
        self.name = name
        self.read = read
    }

    /// Problem details (RFC 9457), with the field errors that servers add:
    /// `{"title", "detail", "code", "errors": […], "invalid-params": […]}`.
    public static let problemDetails = ErrorReader("problemDetails") { body, status in
        let isCoded = body["code"]?.text != nil && body["errors"] != nil
        guard isCoded || body["title"]?.text != nil || body["type"]?.text != nil else { return nil }
        return HTTPFailure(
            status, code: body["code"] ?? body["error"], message: body["detail"], body["message"], body["title"],
            fields: body["errors"], body["invalid-params"])
    }

    /// An error object: `{"error": {"code", "message", "errors": […]}}`.
    public static let errorObject = ErrorReader("errorObject") { body, status in
        guard let error = body["error"], error.object != nil else { return nil }
        return HTTPFailure(
            status, code: error["code"] ?? body["code"], message: error["message"],
            fields: error["errors"], error["fields"])
    }

    /// OAuth 2 (RFC 6749 section 5.2): `{"error": "code", "error_description": "…"}`.
    public static let oauth = ErrorReader("oauth") { body, status in
        guard let code = body["error"]?.code(besides: status) else { return nil }
        return HTTPFailure(
            status, code: .text(code), message: body["error_description"], body["detail"], body["message"],
            fields: body["errors"])
    }

    /// One text: `{"detail": "…"}` or `{"message": "…"}`, with a `code` and a list of `errors` if there are any.
    public static let detail = ErrorReader("detail") { body, status in
        guard let message = body["detail"]?.text ?? body["message"]?.text else { return nil }
        return HTTPFailure(status, code: body["code"], message: .text(message), fields: body["errors"])
    }

    /// A list of errors, as in JSON:API and GraphQL, or one for each field, as in Rails: `{"errors": […]}`,
    /// `{"errors": {"name": ["…"]}}`.
    public static let errorList = ErrorReader("errorList") { body, status in
        guard let errors = body["errors"] else { return nil }
        return HTTPFailure(status, code: body["code"], fields: errors)
    }

    /// Errors of FastAPI: `{"detail": [{"loc": ["body", "name"], "msg": "…"}]}`.
    public static let fastAPI = ErrorReader("fastAPI") { body, status in
        guard body["detail"]?.list != nil else { return nil }
        return HTTPFailure(status, code: body["code"], fields: body["detail"])
    }

    /// Errors of Django REST framework: `{"name": ["…"]}`. Only for a 4xx, because lists in the body of a 5xx could be
    /// anything, such as a stack trace.
    public static let django = ErrorReader("django") { body, status in
        guard (400...499).contains(status), let lists = body.object?.filter({ $0.value.list != nil }), !lists.isEmpty
        else { return nil }
        return HTTPFailure(status, fields: .object(lists))
    }
}

extension [ErrorReader] {
    /// The formats that need no choice, because their bodies can't be mistaken for those of another format.
    public static var standard: [ErrorReader] { [.problemDetails, .errorObject, .oauth, .detail, .errorList] }

    /// All formats of this library, for a tool that calls any API.
    public static var all: [ErrorReader] { standard + [.fastAPI, .django] }
}

extension HTTPFailure {
    /// The server's code, message and field errors from the body of a failed response.
    ///
    /// A body of `text/plain` with the status 400 or 422 is the message, because it says what is wrong with the request.
    /// Any other body that is not JSON, such as HTML, and any body above 64 KiB is ignored.
    ///
    /// - Parameter now: this machine's wall clock, for a Retry-After date in a response without Date.
    package init(response: HTTPResponse, body: Data, readers: [ErrorReader], coding: any BodyCoding, now: Date) {
        let status = response.status.code
        let type = response.headerFields[.contentType].flatMap(MediaType.init)
        let tree = type?.isJSON == true ? JSONValue(body, upTo: Self.largestBody, coding: coding) : nil
        let found = tree.flatMap { tree in readers.lazy.compactMap { $0.read(tree, status) }.first }
        self.init(
            status: status, code: found?.code.map(Self.shortened),
            message: (found?.message ?? Self.plainText(body, of: type, status)).map(Self.shortened),
            fields: (found?.fields.prefix(Self.mostFields) ?? []).map {
                FieldFailure(field: Self.shortened($0.field), message: Self.shortened($0.message))
            }, retryAfter: RetryAfter.wait(in: response.headerFields, now: now))
    }

    /// A failure from the members of a body. A member of an unexpected type is ignored.
    ///
    /// - Parameters:
    ///   - code: a text, or an integer other than the status.
    ///   - message: the first text is the message; without one, it is the first error that belongs to no field.
    ///   - fields: lists of errors, or objects with one member for each field.
    fileprivate init(_ status: Int, code: JSONValue? = nil, message: JSONValue?..., fields: JSONValue?...) {
        var errors = FieldErrors()
        for list in fields { errors.add(list) }
        self.init(
            status: status, code: code?.code(besides: status),
            message: message.lazy.compactMap { $0?.text }.first ?? errors.general.first, fields: errors.found)
    }

    private static func plainText(_ body: Data, of type: MediaType?, _ status: Int) -> String? {
        guard type?.essence == "text/plain", status == 400 || status == 422, body.count <= largestBody else {
            return nil
        }
        let text = String(data: body, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == true ? nil : text
    }

    private static let largestBody = 64 * 1024
    private static let mostFields = 100

    /// At most 1,000 characters, because the text is shown to users.
    private static func shortened(_ text: String) -> String {
        text.count <= 1000 ? text : text.prefix(999) + "…"
    }
}

extension JSONValue {
    /// The error code in a text or an integer; `nil` for the status itself.
    fileprivate func code(besides status: Int) -> String? {
        if case .integer(let number) = self { number == status ? nil : String(number) } else { text }
    }
}

/// Separates a server's errors about single fields from general ones.
private struct FieldErrors {
    private(set) var found: [HTTPFailure.FieldFailure] = []
    private(set) var general: [String] = []

    /// Adds a list of errors, or an object with one member for each field.
    mutating func add(_ errors: JSONValue?) {
        switch errors {
        case .list(let list): for item in list { add(item: item) }
        case .object(let members):
            // The order in the JSON is lost, and sorting by name makes the result deterministic.
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { add(name, value) }
        default: break
        }
    }

    /// Adds a field with one error or a list of errors.
    mutating func add(_ name: String, _ value: JSONValue) {
        for text in (value.list ?? [value]).compactMap({ $0.text ?? $0["message"]?.text }) {
            if ["", "non_field_errors", "__all__", "base"].contains(name) {
                general.append(text)
            } else {
                found.append(HTTPFailure.FieldFailure(field: name, message: text))
            }
        }
    }

    private mutating func add(item: JSONValue) {
        let message = ["message", "msg", "detail", "reason", "title"].lazy.compactMap { item[$0]?.text }.first
        guard let message = message ?? item.text else { return }
        if let field = Self.field(of: item) {
            found.append(HTTPFailure.FieldFailure(field: field, message: message))
        } else {
            general.append(message)
        }
    }

    private static func field(of item: JSONValue) -> String? {
        if let name = item["field"]?.text ?? item["name"]?.text { return name }
        // FastAPI's `loc`: the part of the request, then the path within it, where a number is an index.
        if let place = item["loc"]?.list {
            let parts = place.compactMap { step in
                if case .integer(let index) = step { String(index) } else { step.text }
            }
            let path = parts.drop { ["body", "query", "path", "header", "cookie"].contains($0) }.joined(separator: ".")
            return path.isEmpty ? nil : path
        }
        // A JSON pointer (RFC 6901), as in RFC 9457's example (`#/age`) or in JSON:API (`/data/attributes/age`).
        if let pointer = item["pointer"]?.text ?? item["source"]?["pointer"]?.text {
            let parts = pointer.split(separator: "/").drop { $0 == "#" || $0 == "data" || $0 == "attributes" }
            return parts.isEmpty ? nil : parts.joined(separator: ".")
        }
        return nil
    }
}
