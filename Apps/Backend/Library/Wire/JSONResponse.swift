import HTTPTypes
import Hummingbird

/// A response with a JSON body.
struct JSONResponse<Body: Encodable & Sendable>: ResponseGenerator {
    let body: Body
    var status = HTTPResponse.Status.ok
    var headers: HTTPFields = [:]

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: try WireJSON.encode(body)))
    }
}
