import Foundation
import RawSocketServer

extension RawConnection {
    /// Sends a whole answer; the connection stays open for the next request.
    func respond(_ status: Int = 200, _ fields: [String] = [], body: String = "") async throws {
        try await respond(status, fields, body: Data(body.utf8))
    }

    /// The same with any bytes.
    func respond(_ status: Int, _ fields: [String], body: Data) async throws {
        let head = ["HTTP/1.1 \(status) Scripted"] + fields + ["Content-Length: \(body.count)", "", ""]
        try await send(Data(head.joined(separator: "\r\n").utf8) + body)
    }
}

extension RawRequest {
    /// What follows the method in the request line.
    var target: String { line.components(separatedBy: " ")[1] }
    /// Every byte that came, as text.
    var text: String { head + String(decoding: body, as: UTF8.self) }
}
