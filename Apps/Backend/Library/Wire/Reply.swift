import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// A response with its whole body in memory, so that it can be stored and replayed.
struct Reply: ResponseGenerator, Equatable, Sendable {
    var status = HTTPResponse.Status.ok
    var headers: HTTPFields = [:]
    var body = ByteBuffer()

    static let noContent = Reply(status: .noContent)

    static func json(
        _ body: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Reply {
        var reply = Reply(status: status, headers: headers, body: try WireJSON.encode(body))
        reply.headers[.contentType] = "application/json"
        return reply
    }

    /// A JSON response with validators, or a 304 if the client's copy is current.
    static func cacheable(
        _ body: some Encodable, modified: HTTPDate? = nil, link: String? = nil, for request: Request
    ) throws -> Reply {
        var reply = try json(body)
        reply.headers[.link] = link
        return try reply.cacheable(vary: "Authorization", modified: modified, for: request)
    }

    /// This response with validators, or a 304.
    func cacheable(vary: String?, modified: HTTPDate? = nil, for request: Request) throws -> Reply {
        let validators = Validators(tag: EntityTag(of: Data(body.readableBytesView)), modified: modified)
        var reply = self
        reply.headers.append(contentsOf: validators.fields)
        // Only the client may store it, and must revalidate it each time, so that changes are visible at once.
        reply.headers[.cacheControl] = "private, no-cache"
        // Another token gets another response from the same URL.
        reply.headers[.vary] = vary
        switch Preconditions(request).verdict(validators) {
        case .proceed: return reply
        case .failed: throw Problem.preconditionFailed
        case .notModified:
            (reply.status, reply.body, reply.headers[.contentType]) = (.notModified, ByteBuffer(), nil)
            return reply
        }
    }

    /// An HTML page, which a client that expects JSON cannot read. The title must not need escapes.
    static func page(status: HTTPResponse.Status, title: String) -> Reply {
        let html = """
            <!doctype html>
            <html lang="en">
              <head><meta charset="utf-8"><title>\(title)</title></head>
              <body><h1>\(title)</h1></body>
            </html>
            """
        return Reply(
            status: status, headers: [.contentType: "text/html; charset=utf-8"], body: ByteBuffer(string: html))
    }

    func response(from request: Request, context: some RequestContext) -> Response { response(to: request) }

    func response(to request: Request) -> Response {
        var response = Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        // A 304 must not have the length of an omitted body (RFC 9110, section 8.6).
        if status == .notModified { response.headers[.contentLength] = nil }
        return request.method == .head ? response.createHeadResponse() : response
    }
}

/// The encoder of all JSON, whose keys are in snake case. They are sorted, so that equal values have equal bytes.
enum WireJSON {
    static func encode(_ body: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return ByteBuffer(data: try encoder.encode(body))
    }
}

/// A value that is `null` in JSON if it is missing. The synthesized methods omit a missing optional.
@propertyWrapper
struct OrNull<Value: Codable & Sendable>: Codable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension OrNull: Equatable where Value: Equatable {}

extension Request {
    /// The largest JSON or form body, in bytes.
    static let fieldsLimit = 64 * 1024

    /// The fields of the JSON body, which must be an object.
    func fields() async throws -> BodyFields {
        guard contentType?.value == "application/json" else {
            throw Problem.unsupportedMediaType("The body must be application/json.")
        }
        let bytes = try await bytes(limit: Self.fieldsLimit)
        do {
            return try JSONDecoder().decode(BodyFields.self, from: Data(bytes.readableBytesView))
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            throw Problem.validationFailed([.mistyped("", expected: "an object")])
        } catch {
            throw Problem.malformedJSON
        }
    }

    /// The whole body. The error for a larger one names the limit `reported`, if there is one.
    func bytes(limit: Int, reported: Int? = nil) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.contentTooLarge(limit: reported ?? limit)
        }
    }

    var contentType: HeaderValue? { headers[.contentType].flatMap(HeaderValue.init) }
}

extension HTTPField.Name {
    /// A field name that HTTPTypes does not define, from a literal.
    static func known(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("invalid field name: \(name)") }
        return name
    }

    /// RFC 8288.
    static let link = known("Link")
}
