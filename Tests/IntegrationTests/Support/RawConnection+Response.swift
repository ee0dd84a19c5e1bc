import Foundation
import RawSocketServer

extension RawConnection {
    /// Sends a complete response; the connection stays open for the next request.
    func respond(_ status: Int = 200, _ fields: [String] = [], body: String = "") async throws {
        try await respond(status, fields, body: Data(body.utf8))
    }

    /// Sends a complete response with any bytes as its body.
    func respond(_ status: Int, _ fields: [String], body: Data) async throws {
        let head = ["HTTP/1.1 \(status) Scripted"] + fields + ["Content-Length: \(body.count)", "", ""]
        try await send(Data(head.joined(separator: "\r\n").utf8) + body)
    }
}

extension RawRequest {
    /// The request line after the method.
    var target: String { line.components(separatedBy: " ")[1] }
    /// All received bytes, as text.
    var text: String { head + String(decoding: body, as: UTF8.self) }
}
