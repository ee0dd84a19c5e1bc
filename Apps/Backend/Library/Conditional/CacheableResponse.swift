import Foundation
import HTTPTypes
import Hummingbird
import NIOFoundationEssentialsCompat

/// A JSON answer that says how it may be kept, and that is not sent again to whoever has it.
struct CacheableResponse<Body: Encodable & Sendable>: ResponseGenerator {
    let body: Body
    var modified: HTTPDate?

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let bytes = try WireJSON.encode(body)
        let validators = Validators(tag: EntityTag(of: Data(bytes.readableBytesView)), modified: modified)
        var headers = validators.fields
        // Kept by its reader only, and asked about each time: what people change about themselves shows at once.
        headers[.cacheControl] = "private, no-cache"
        // The same address is somebody else, or nobody, with another token.
        headers[.vary] = "Authorization"
        switch Preconditions(fields: request.headers).verdict(for: request.method, validators) {
        case .notModified: return .notModified(headers)
        case .failed: throw Problem.preconditionFailed
        case .proceed:
            headers[.contentType] = "application/json"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
    }
}

extension Response {
    /// No length: in a 304 it would be that of the body which is not sent (RFC 9110, section 8.6).
    static func notModified(_ headers: HTTPFields) -> Response {
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }
}
