import HTTPTypes
import Hummingbird
import NIOCore

extension Problem {
    /// The complete answer: head with length and request id, and `application/problem+json` body.
    func content(requestID: String) -> (head: HTTPResponse, body: ByteBuffer) {
        // Strings and integers always encode; if they did not, the status alone would still be true.
        let body = (try? WireJSON.encode(ProblemBody(self, requestID: requestID))) ?? ByteBuffer()
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.contentLength] = String(body.readableBytes)
        // An error describes this moment: a cache that keeps it would repeat it to whom it does not concern.
        headers[.cacheControl] = "no-store"
        headers[.xRequestID] = requestID
        return (HTTPResponse(status: status, headerFields: headers), body)
    }

    /// The answer as the router wants it.
    func response(requestID: String) -> Response {
        let (head, body) = content(requestID: requestID)
        return Response(status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: body))
    }
}
