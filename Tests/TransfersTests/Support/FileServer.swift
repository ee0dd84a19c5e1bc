import Foundation
import RawSocketServer
import Synchronization

/// Serves one file over a raw socket, in parts on request, and reports to the test how much it has sent.
struct FileServer: Sendable {
    let content: Data
    let tag: String

    /// The requested offset, zero for the whole file.
    func offset(of request: RawRequest) -> Int {
        guard request["If-Range"] == tag, let range = request["Range"] else { return 0 }
        return Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
    }

    /// Responds to one request. `sent` receives the number of bytes so far.
    func respond(on connection: RawConnection, sent: @Sendable (Int) -> Void = { _ in }) async throws {
        let offset = offset(of: try await connection.receiveRequest())
        guard offset < content.count else {
            try await connection.send(
                "HTTP/1.1 416 Range Not Satisfiable\r\nETag: \(tag)\r\nContent-Range: bytes */\(content.count)\r\n"
                    + "Content-Length: 0\r\n\r\n")
            return
        }
        var head = "HTTP/1.1 200 OK\r\n"
        if offset > 0 {
            head =
                "HTTP/1.1 206 Partial Content\r\n"
                + "Content-Range: bytes \(offset)-\(content.count - 1)/\(content.count)\r\n"
        }
        try await connection.send(head + "ETag: \(tag)\r\nContent-Length: \(content.count - offset)\r\n\r\n")
        var position = offset
        while position < content.count {
            let end = min(position + 16 * 1024, content.count)
            try await connection.send(content[position..<end])
            sent(end - offset)
            position = end
        }
        // From here on the client works on its disk only.
        sent(.max)
        await connection.waitForEnd()
    }
}
