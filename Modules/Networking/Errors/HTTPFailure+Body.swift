package import Foundation
package import HTTPTypes

extension HTTPFailure {
    /// Reads the server's code, message and field errors from the body of a failed response, in these formats:
    ///
    /// | format | used by |
    /// | --- | --- |
    /// | `{"title", "detail", "code", "errors": […]}` | problem details (RFC 9457) |
    /// | `{"error": {"code", "message", "errors": […]}}` | many APIs |
    /// | `{"error": "code", "error_description": "…"}` | OAuth 2 (RFC 6749 section 5.2) |
    /// | `{"message": "…"}`, `{"detail": "…"}` | many APIs |
    /// | `{"detail": [{"loc": ["body", "name"], "msg": "…"}]}` | FastAPI |
    /// | `{"errors": {"name": ["…"]}}` | ASP.NET, Rails, Laravel |
    /// | `{"name": ["…"]}` | Django REST framework |
    ///
    /// A code may be an integer, and one that repeats the status is ignored. A member of an unexpected type is ignored.
    /// A body of `text/plain` with the status 400 or 422 is the message, because it says what is wrong with the request.
    /// Any other body, such as HTML, and any body above 64 KiB is ignored.
    ///
    /// - Parameter now: this machine's wall clock, for a Retry-After date in a response without Date.
    package init(response: HTTPResponse, body: Data, coding: any BodyCoding, now: Date) {
        let type = response.headerFields[.contentType].flatMap(MediaType.init)
        let tree = type?.isJSON == true ? JSONValue(body, upTo: Self.largestBody, coding: coding) : nil
        let details = tree.map { FailureDetails($0, status: response.status.code) }
        self.init(
            status: response.status.code, code: details?.code.map(Self.shortened),
            message: (details?.message ?? Self.plainText(body, of: type, response.status.code)).map(Self.shortened),
            fields: (details?.fields.prefix(Self.mostFields) ?? []).map {
                FieldFailure(field: Self.shortened($0.field), message: Self.shortened($0.message))
            }, retryAfter: RetryAfter.wait(in: response.headerFields, now: now))
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

/// The server's code, message and field errors, found in the JSON of a response's body.
private struct FailureDetails {
    let code: String?
    let message: String?
    let fields: [HTTPFailure.FieldFailure]

    init(_ body: JSONValue, status: Int) {
        let inner = body["error"]
        code = [body["code"], inner?["code"], inner].lazy.compactMap { $0?.code(besides: status) }.first
        var fields = FieldErrors()
        for list in [body["errors"], body["detail"], body["invalid-params"], inner?["errors"], inner?["fields"]] {
            fields.add(list)
        }
        // In a 4xx body without a known member, lists are field errors. In a 5xx body they could be anything, such as a
        // stack trace.
        let isClientError = (400...499).contains(status)
        if isClientError, case .object(let members) = body, members.keys.allSatisfy({ !Self.known.contains($0) }) {
            for (name, value) in members.sorted(by: { $0.key < $1.key }) where value.list != nil {
                fields.add(name, value)
            }
        }
        self.fields = fields.found
        let own = body["detail"]?.text ?? body["message"]?.text ?? body["error_description"]?.text
        message = own ?? inner?["message"]?.text ?? body["title"]?.text ?? fields.general.first
    }

    /// Members that are not fields of the request.
    private static let known: Set<String> = [
        "type", "title", "status", "detail", "instance", "code", "message", "error", "errors", "error_description",
        "invalid-params",
    ]
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
