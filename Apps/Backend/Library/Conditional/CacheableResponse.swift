import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// A JSON response with validators, which is replaced by a 304 if the client's copy is current.
struct CacheableResponse<Body: Encodable & Sendable>: ResponseGenerator {
    let body: Body
    var modified: HTTPDate?

    func response(from request: Request, context: some RequestContext) throws -> Response {
        try WireJSON.encode(body).cacheable(
            as: "application/json", vary: "Authorization", modified: modified, for: request)
    }
}

extension ByteBuffer {
    /// A response with these bytes and validators, or a 304.
    /// - Parameter vary: the request fields that the response depends on.
    func cacheable(
        as type: String, vary: String?, modified: HTTPDate? = nil, for request: Request
    ) throws -> Response {
        let validators = Validators(tag: EntityTag(of: Data(readableBytesView)), modified: modified)
        var headers = validators.fields
        // Only the client may store it, and must revalidate it each time, so that changes are visible at once.
        headers[.cacheControl] = "private, no-cache"
        // Another token gets another response from the same URL.
        headers[.vary] = vary
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
    /// Without a length, which in a 304 would be that of the omitted body (RFC 9110, section 8.6).
    static func notModified(_ headers: HTTPFields) -> Response {
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }
}
