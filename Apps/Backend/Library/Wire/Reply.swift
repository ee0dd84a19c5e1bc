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
    /// - Parameter link: the value of the Link field; `nil` for none.
    static func cacheable(
        _ body: some Encodable, modified: HTTPDate? = nil, link: String? = nil, for request: Request
    ) throws -> Reply {
        var reply = try json(body)
        reply.headers[.link] = link
        return try reply.cacheable(vary: "Authorization", modified: modified, for: request)
    }

    /// This response with validators, or a 304.
    /// - Parameter vary: the request fields that the response depends on.
    func cacheable(vary: String?, modified: HTTPDate? = nil, for request: Request) throws -> Reply {
        let validators = Validators(tag: EntityTag(of: Data(body.readableBytesView)), modified: modified)
        var reply = self
        reply.headers.append(contentsOf: validators.fields)
        // Only the client may store it, and must revalidate it each time, so that changes are visible at once.
        reply.headers[.cacheControl] = "private, no-cache"
        // Another token gets another response from the same URL.
        reply.headers[.vary] = vary
        switch Preconditions(fields: request.headers).verdict(for: request.method, validators) {
        case .proceed: return reply
        case .failed: throw Problem.preconditionFailed
        case .notModified:
            (reply.status, reply.body, reply.headers[.contentType]) = (.notModified, ByteBuffer(), nil)
            return reply
        }
    }

    /// An HTML page, which a client that expects JSON cannot read.
    /// - Parameter title: plain text without characters that HTML must escape.
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
struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension OrNull: Equatable where Value: Equatable {}

extension Request {
    /// The JSON body.
    /// - Parameter limit: the largest body, in bytes.
    /// - Throws: ``Problem``: 400 for malformed JSON, 413, 415, and 422 if it is no object.
    func json<Body: Decodable>(_ type: Body.Type = BodyFields.self, limit: Int) async throws -> Body {
        guard mediaType?.essence == "application/json" else {
            throw Problem.unsupportedMediaType("The body must be application/json.")
        }
        let bytes = try await bytes(limit: limit)
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes.readableBytesView))
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            throw Problem.validationFailed([.mistyped("", expected: "an object")])
        } catch {
            throw Problem.malformedJSON
        }
    }

    /// The whole body.
    /// - Throws: ``Problem/contentTooLarge(limit:)``.
    func bytes(limit: Int) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem.contentTooLarge(limit: limit)
        }
    }

    var mediaType: MediaType? { headers[.contentType].flatMap(MediaType.init) }
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
