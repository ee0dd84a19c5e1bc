import HTTPTypes
import Hummingbird
import NIOCore

extension Problem {
    /// The complete response: a head with length and request id, and an `application/problem+json` body.
    func content(requestID: String) -> (head: HTTPResponse, body: ByteBuffer) {
        // Strings and integers always encode. If they did not, the status alone would still be correct.
        let body = (try? WireJSON.encode(ProblemBody(self, requestID: requestID))) ?? ByteBuffer()
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.contentLength] = String(body.readableBytes)
        // An error belongs to one request, so a cache must not serve it for another.
        headers[.cacheControl] = "no-store"
        headers[.xRequestID] = requestID
        return (HTTPResponse(status: status, headerFields: headers), body)
    }

    /// The response in the router's type.
    func response(requestID: String) -> Response {
        let (head, body) = content(requestID: requestID)
        return Response(status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: body))
    }
}
