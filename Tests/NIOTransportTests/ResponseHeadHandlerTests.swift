import NIOCore
import NIOEmbedded
import Networking
import Testing

@testable import NIOTransport

@Suite("Response heads")
struct ResponseHeadHandlerTests {
    private let channel = EmbeddedChannel()
    private let handler = ResponseHeadHandler()

    init() throws {
        try channel.pipeline.syncOperations.addHandler(handler)
        handler.expectHead()
    }

    @Test(
        "heads arrive with folds joined and blanks before values, and other bytes unchanged, in pieces of any size",
        arguments: [
            (
                "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\tc\r\nY: d\n e\r\n\r\nbody\r\n not a fold",
                "HTTP/1.1 200 OK\r\nX: a   b  \tc\r\nY: d  e\r\n\r\nbody\r\n not a fold"
            ),
            (
                "HTTP/1.1 200 a: b \r\nX:\t a \t\r\nV: \t\r\nW: x \r\n y\r\nY:b\t\n\r\n",
                "HTTP/1.1 200 a: b \r\nX:  \t a\r\nV: \t\r\nW: x    y\r\nY: b\n\r\n"
            ),
            // The final head is checked as well as the interim ones before it.
            (
                "HTTP/1.1 103 Early\r\nX: a\r\n b\r\n\r\nHTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n\r\n b",
                "HTTP/1.1 103 Early\r\nX: a   b\r\n\r\nHTTP/1.1 200 OK\r\nX: a   b\r\n\r\n\r\n b"
            ),
            // White space after the status line is not a folded field.
            ("HTTP/1.1 200 OK\r\n X: a\r\n\r\n", nil),
            // Data that is not HTTP is passed on at once, and so is what follows a 101.
            ("220 mail.example ESMTP", nil), ("HTTQ", nil), ("\u{0}", nil),
            ("HTTP/1.1 101 Switching\r\n\r\nHTTP/9 x\r\ny\r\n z\r\n\r\n", nil),
        ] as [(String, String?)], [1, 2, 3, 7, 1_000])
    func heads(exchange: (sent: String, received: String?), size: Int) throws {
        #expect(try receive(exchange.sent, size) == exchange.received ?? exchange.sent)
    }

    @Test("an incomplete head is passed on when the connection ends")
    func incomplete() throws {
        #expect(try receive("HTTP/1.1 200 OK\r\nX: a", 4) == "")
        channel.pipeline.fireChannelInactive()
        #expect(try received() == "HTTP/1.1 200 OK\r\nX: a")
    }

    @Test("a head that is too large is rejected, with or without its end")
    func tooLarge() throws {
        let field = "X: \(String(repeating: "x", count: ResponseHeadHandler.limit))"
        for end in ["", "\r\n\r\n"] {
            handler.expectHead()
            #expect(throws: TransportError.invalidResponse(reason: "Its head is larger than 262,144 bytes.")) {
                try receive("HTTP/1.1 200 OK\r\n\(field)\(end)", 65_536)
            }
        }
    }

    @Test("bytes before the first request are refused")
    func unrequested() throws {
        handler.expectNothing()
        #expect(throws: TransportError.self) { try receive("HTTP/1.1 408 Request Timeout\r\n", 1_000) }
    }

    private func receive(_ text: String, _ size: Int) throws -> String {
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
        }
        return try received()
    }

    private func received() throws -> String {
        var text = ""
        while let bytes = try channel.readInbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }
}
