import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An HTML page, which a client that expects JSON cannot read.
    /// - Parameter title: plain text without characters that HTML must escape.
    static func page(status: HTTPResponse.Status, title: String) -> Response {
        let html = """
            <!doctype html>
            <html lang="en">
              <head><meta charset="utf-8"><title>\(title)</title></head>
              <body><h1>\(title)</h1></body>
            </html>

            """
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
