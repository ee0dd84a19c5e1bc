import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Networking
import RawSocketServer
import Testing

@testable import NIOTransport

@Suite("Unusual HTTP/1.1 responses", .timeLimit(.minutes(10)))
struct ResponseTests {
    @Test(
        "a status code below 100 is an invalid response",
        arguments: ["HTTP/1.1 99 X\r\n\r\n", "HTTP/1.1 099 X\r\n\r\n", "HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n"])
    func lowStatus(response: String) async throws {
        try await expectInvalid(Data(response.utf8), "")
    }

    @Test("a status code of no known class is delivered", arguments: [600, 999])
    func highStatus(code: Int) async throws {
        let response = try await response(to: Data("HTTP/1.1 \(code) Odd\r\nContent-Length: 0\r\n\r\n".utf8))
        #expect(response.head.status.code == code)
    }

    @Test("a folded field value is joined with spaces (RFC 9112 section 5.2)")
    func fold() async throws {
        let bytes = "HTTP/1.1 200 OK\r\nX-Folded: one\r\n two\r\n\tthree\r\nContent-Length: 2\r\n\r\nok"
        let response = try await response(to: Data(bytes.utf8))
        let name = try #require(HTTPField.Name("X-Folded"))
        let words = response.head.headerFields[name]?.split(whereSeparator: \.isWhitespace)
        #expect(words == ["one", "two", "three"])
        #expect(try await response.text == "ok")
    }

    @Test("a gzip body of two members is decoded completely (RFC 1952 section 2.2), also as x-gzip")
    func members() async throws {
        let members = ["H4sIAAAAAAACA0vLLCou0VEAAATPzvEHAAAA", "H4sIAAAAAAACAytOTc7PSwEAaREftgYAAAA="]
        let body = members.compactMap { Data(base64Encoded: $0) }.reduce(Data(), +)
        for encoding in ["gzip", "x-gzip"] {
            let response = try await response(to: encoded(body, encoding))
            #expect(try await response.text == "first, second")
        }
    }

    @Test("extra bytes after a compressed body make the response invalid")
    func trailingBytes() async throws {
        let body = (Data(base64Encoded: "H4sIAAAAAAACAytOTc7PSwEAaREftgYAAAA=") ?? Data()) + Data("garbage".utf8)
        try await expectInvalid(encoded(body, "gzip"), "compressed")
    }

    @Test("the error of an invalid response contains the cause")
    func reasons() async throws {
        let start = "HTTP/1.1 200 OK\r\n"
        let many = String(repeating: "X: y\r\n", count: 300)
        let large = "X: \(String(repeating: "x", count: 300_000))\r\n"
        try await expectInvalid(Data("\(start)\(many)\r\n".utf8), "more than 256 header fields")
        try await expectInvalid(Data("\(start)\(large)\r\n".utf8), "head is larger than 262,144 bytes")
        try await expectInvalid(encoded(Data("not gzip".utf8), "gzip"), "compressed body is damaged")
        try await expectInvalid(Data("220 mail.example ESMTP\r\n".utf8), "not HTTP/1.1")
        try await expectInvalid(Data("\(start)Content-Length: 1\r\nContent-Length: 2\r\n\r\nab".utf8), "Content-Length")
        try await expectInvalid(Data("\(start)Transfer-Encoding: chunked\r\n\r\nfive\r\n".utf8), "chunked body")
        try await expectInvalid(Data("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8), "another protocol")
    }

    @Test("small pieces for a slow reader are joined, so that few receive buffers stay in memory")
    func smallPieces() async throws {
        let queue = try Self.queue(of: 20_000)
        let pieces = try #require(try await queue.next())
        #expect(pieces.reduce(0) { $0 + $1.readableBytes } == 20_000)
        #expect(pieces.reduce(0) { $0 + $1.storageCapacity } < 100_000)
    }

    /// A complete body that arrived in `count` pieces of one byte, each in a receive buffer of its own.
    private static func queue(of count: Int) throws -> ResponseQueue {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/")
        let destination = try Destination(of: request)
        let exchange = Exchange(
            try HTTPRequestHead(request, body: .empty), body: .empty, to: destination, on: ExchangeOptions(.streamed))
        let connection = try HTTPConnection(
            EmbeddedChannel(), to: destination, configuration: NIOTransportConfiguration(),
            failures: FailureTranslator())
        let queue = ResponseQueue(of: exchange, on: connection)
        for _ in 0..<count {
            var piece = ByteBufferAllocator().buffer(capacity: 2_048)
            piece.writeInteger(UInt8(ascii: "a"))
            _ = queue.append(piece)
        }
        queue.finish(.success(()))
        return queue
    }

    private func encoded(_ body: Data, _ encoding: String) -> Data {
        Data("HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    private func response(to bytes: Data) async throws -> ServerResponse {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(bytes)
                await connection.waitForEnd()
            }
            return try await NIOTransport.withTransport { transport in
                var response = try await transport.get(from: server)
                response.body = .data(try await response.body.collect(upTo: 1_000_000))
                return response
            }
        }
    }

    private func expectInvalid(_ bytes: Data, _ words: String) async throws {
        let error = await #expect(throws: TransportError.self) { _ = try await response(to: bytes) }
        guard case .invalidResponse(let reason) = error, reason.contains(words) || words.isEmpty else {
            Issue.record("expected an invalid response with “\(words)”, got \(String(describing: error))")
            return
        }
    }
}

extension ServerResponse {
    fileprivate var text: String {
        get async throws { String(decoding: try await body.collect(upTo: 1_000_000), as: UTF8.self) }
    }
}
