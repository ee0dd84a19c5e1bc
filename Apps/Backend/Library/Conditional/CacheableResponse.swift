import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// A JSON response with validators, which is replaced by a 304 if the client's copy is current.
struct CacheableResponse<Body: Encodable & Sendable>: ResponseGenerator {
    let body: Body
    var modified: HTTPDate?
    /// The value of the Link field; `nil` for none.
    var link: String?

    func response(from request: Request, context: some RequestContext) throws -> Response {
        try WireJSON.encode(body).cacheable(
            as: "application/json", vary: "Authorization", modified: modified, link: link, for: request)
    }
}

extension ByteBuffer {
    /// A response with these bytes and validators, or a 304.
    /// - Parameters:
    ///   - vary: the request fields that the response depends on.
    ///   - link: the value of the Link field; `nil` for none.
    func cacheable(
        as type: String, vary: String?, modified: HTTPDate? = nil, link: String? = nil, for request: Request
    ) throws -> Response {
        let validators = Validators(tag: EntityTag(of: Data(readableBytesView)), modified: modified)
        var headers = validators.fields
        // Only the client may store it, and must revalidate it each time, so that changes are visible at once.
        headers[.cacheControl] = "private, no-cache"
        // Another token gets another response from the same URL.
        headers[.vary] = vary
        headers[.link] = link
        switch Preconditions(fields: request.headers).verdict(for: request.method, validators) {
        case .notModified: return .notModified(headers)
        case .failed: throw Problem.preconditionFailed
        case .proceed:
            headers[.contentType] = type
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: self))
        }
    }
}

extension Response {
    /// A 304 without `Content-Length`, which would have to be that of the omitted body (RFC 9110, section 8.6).
    static func notModified(_ headers: HTTPFields) -> Response {
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }
}
