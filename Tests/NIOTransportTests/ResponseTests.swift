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
    /// `first, ` and `second` in gzip, and `second` in gzip and then in deflate without its header.
    private static let coded = [
        "H4sIAAAAAAACA0vLLCou0VEAAATPzvEHAAAA", "H4sIAAAAAAACAytOTc7PSwEAaREftgYAAAA=",
        "ARoA5f8fiwgAAAAAAAIDK05Nzs9LAQBpER+2BgAAAA==",
    ].compactMap { Data(base64Encoded: $0) }

    @Test("the limit of a decoded body counts all pieces of the body")
    func decodedLimit() throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"])
        let decoder = try #require(ContentDecoder(head, limit: 12))
        #expect(try decoder.decode(ByteBuffer(bytes: Self.coded[0])) == Data("first, ".utf8))
        #expect(throws: TransportError.responseTooLarge(limit: 12)) {
            try decoder.decode(ByteBuffer(bytes: Self.coded[1]))
        }
    }

    @Test(
        "the codings of a body are a list in any number of fields (RFC 9110 section 5.6.1.2), and each is decoded",
        arguments: [
            ("gzip,", coded[1]), (", gzip", coded[1]), (" gzip\t", coded[1]), ("GZIP , identity", coded[1]),
            ("gzip\r\nContent-Encoding: ", coded[1]), ("x-gzip", coded[1]), ("gzip, deflate", coded[2]),
        ])
    func codingLists(value: String, body: Data) async throws {
        let response = try await response(to: Self.encoded(body, value))
        #expect(try await response.body.collect(upTo: 100) == Data("second".utf8))
    }

    @Test("deflate without zlib's header is decoded, also byte by byte, and gzip in members and with zeros behind it")
    func lenient() throws {
        let raw = try #require(Data(base64Encoded: "K05Nzs9LAQA="))
        let (first, second, zeros) = (Self.coded[0], Self.coded[1], Data(repeating: 0, count: 1_000))
        for (body, coding, expected) in [
            (raw, "deflate", "second"), (second + zeros, "gzip", "second"), (first + second, "gzip", "first, second"),
            (first + second, "x-gzip", "first, second"), (first + zeros + second + zeros, "gzip", "first, second"),
        ] as [(Data, String, String)] {
            for size in [1, body.count] {
                let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: coding])
                let decoder = try #require(ContentDecoder(head, limit: 100))
                var text = Data()
                for start in stride(from: 0, to: body.count, by: size) {
                    text += try decoder.decode(ByteBuffer(bytes: body[(body.startIndex + start)...].prefix(size)))
                }
                text += try decoder.decode(nil)
                #expect(String(decoding: text, as: UTF8.self) == expected)
            }
        }
    }

    @Test(
        "the error of an invalid response contains the cause",
        arguments: [
            (http("200 OK\r\n\(String(repeating: "X: y\r\n", count: 300))\r\n"), "more than 256 header fields"),
            (
                http("200 OK\r\nX: \(String(repeating: "x", count: 300_000))\r\n\r\n"),
                "head is larger than 262,144 bytes"
            ),
            (encoded(Data("not gzip".utf8), "gzip"), "compressed body is damaged"),
            (encoded(coded[1], "gzip, gzip"), "compressed body is damaged"),
            (encoded(coded[1] + Data("garbage".utf8), "gzip"), "compressed"),
            // More codings than any server needs.
            (encoded(coded[1], "gzip,gzip,gzip,gzip,gzip,gzip"), "content coding"),
            (http("99 X\r\nContent-Length: 0\r\n\r\n"), ""), (http("099 X\r\nContent-Length: 0\r\n\r\n"), ""),
            (http("000 X\r\nContent-Length: 0\r\n\r\n"), ""), (Data("220 mail.example ESMTP\r\n".utf8), "not HTTP/1.1"),
            (http("200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"), "Content-Length"),
            (http("200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\n"), "chunked body"),
            (http("200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), "transfer coding"),
            (http("101 Switching Protocols\r\n\r\n"), "another protocol"),
        ] as [(Data, String)])
    func reasons(bytes: Data, words: String) async throws {
        let error = await #expect(throws: TransportError.self) { _ = try await response(to: bytes) }
        guard case .invalidResponse(let reason) = error, reason.contains(words) || words.isEmpty else {
            Issue.record("expected an invalid response with “\(words)”, got \(String(describing: error))")
            return
        }
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

    @Test("bytes of a field that are not UTF-8 arrive as they were sent")
    func opaqueBytes() async throws {
        // Between the parser and the transport, the byte E9 is U+10FFE9.
        let sent = [0x61, 0xE9, 0x20, 0xC3] + Array("é\u{10FFE9}\u{FFFD}".utf8) + [0xFF]
        let bytes =
            Data("HTTP/1.1 200 \u{E9}\r\nETag: ".utf8) + sent + Data("\r\nX: b\r\nContent-Length: 0\r\n\r\n".utf8)
        let fields = try await response(to: bytes).head.headerFields
        #expect(try #require(fields[fields: .eTag].first).withUnsafeBytesOfValue { Array($0) } == sent)
        #expect(HTTPField.Name("X").flatMap { fields[$0] } == "b")
        let long =
            Data("HTTP/1.1 204 None\r\nETag: ".utf8) + Data(repeating: 0xE9, count: 100_000) + Data("\r\n\r\n".utf8)
        let tag = try await response(to: long).head.headerFields[fields: .eTag].first
        #expect(tag?.withUnsafeBytesOfValue { $0.count } == 100_000)
    }

    private static func http(_ response: String) -> Data {
        Data("HTTP/1.1 \(response)".utf8)
    }

    private static func encoded(_ body: Data, _ encoding: String) -> Data {
        http("200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n") + body
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
}

@Suite("Ends of responses", .timeLimit(.minutes(10)))
struct ResponseEndTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = "\(ok)Transfer-Encoding: chunked\r\n\r\n"

    @Test(
        "a response that ends as announced leaves its connection usable, in pieces of any size",
        arguments: [
            (.get, "\(ok)Content-Length: 005\r\n\r\nhello", "hello"),
            (.get, "\(ok)Content-Length: 0\r\n\r\n", ""),
            (.get, "\(ok)Connection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nhello", "hello"),
            (.get, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello", "hello"),
            (.get, "HTTP/1.1 103 Early\r\nContent-Length: 5\r\n\r\n\(ok)Content-Length: 5\r\n\r\nhello", "hello"),
            (.get, "\(chunked)5\r\nhello\r\n0\r\n\r\n", "hello"),
            (.get, "\(chunked)00a;x=\"0\";y\r\n0123456789\r\n1\r\n\n\r\n00\r\nX: 0\r\nY:\r\n\r\n", "0123456789\n"),
            (.get, "\(ok)Transfer-Encoding: identity, Chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", "a"),
            (.get, "\(ok)Transfer-Encoding:chunked\t\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
            (.get, "\(ok)Transfer-Encoding: \t chunked \t \r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
            (.get, "\(ok)Transfer-Encoding:Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
            (
                .get, "\(chunked)1a\r\n01234567890123456789012345\r\nB\r\n\n\r\n\n\n0\r\n\r\n\n\r\n0\r\n\r\n",
                "01234567890123456789012345\n\r\n\n\n0\r\n\r\n\n"
            ),
            (.get, "HTTP/1.1 204 No Content\r\n\r\n", ""),
            (.get, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", ""),
            (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", ""),
            (.get, "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", ""),
            (.head, "\(ok)Content-Length: 5\r\n\r\n", ""),
            (.head, chunked, ""),
        ] as [(HTTPRequest.Method, String, String)], [1, 3, 1_000])
    func whole(exchange: (method: HTTPRequest.Method, response: String, body: String), size: Int) async throws {
        let (outcomes, connections) = try await outcomes(exchange.method, exchange.response, size)
        #expect(outcomes == .init(repeating: .success(exchange.body), count: 4))
        #expect(connections == 1)
    }

    @Test(
        "a response whose framing is not valid fails, and its connection serves no other request",
        arguments: [
            "\(ok)Content-Length: 5, 5\r\n\r\nhello",
            "\(ok)Content-Length: +5\r\n\r\nhello",
            "\(ok)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
            "\(chunked)5\nhello\n0\n\n", "\(chunked)5\r\nhello\r\n0\n\n", "\(chunked)5\r\nhello\r\n0\r\n\n",
            "\(chunked)5\r\nhello\r\n0\r\nX: y\n\n", "\(chunked)5\r\nhello\r\n0\r\n\r\r\n",
            "\(chunked)5 \r\nhello\r\n0\r\n\r\n", "\(chunked) 5\r\nhello\r\n0\r\n\r\n",
            "\(chunked)5\r\nhello!\r\n0\r\n\r\n", "\(chunked)5\r\nhell\r\n0\r\n\r\n",
            "\(chunked)\r\n5\r\nhello\r\n0\r\n\r\n", "\(chunked)10000000000000005\r\nhello\r\n0\r\n\r\n",
        ], [1, 3, 1_000])
    func damaged(response: String, size: Int) async throws {
        let (outcomes, connections) = try await outcomes(.get, response, size)
        for outcome in outcomes {
            guard case .failure(.invalidResponse) = outcome else {
                Issue.record("expected an invalid response, got \(outcome)")
                continue
            }
        }
        #expect(connections == outcomes.count)
    }

    /// The bodies of four responses, each sent in pieces of `size` bytes, and the number of connections they needed.
    private func outcomes(
        _ method: HTTPRequest.Method, _ response: String, _ size: Int
    ) async throws -> ([Result<String, TransportError>], connections: Int) {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    try await connection.receiveRequest()
                    var rest = Data(response.utf8)
                    while !rest.isEmpty {
                        try await connection.send(rest.prefix(size))
                        rest = rest.dropFirst(size)
                    }
                }
            }
            return await NIOTransport.withTransport { transport in
                var outcomes: [Result<String, TransportError>] = []
                for delivery in [BodyDelivery.streamed, .buffered(limit: 100), .streamed, .buffered(limit: 100)] {
                    let request = HTTPRequest(method: method, scheme: "http", authority: server.authority, path: "/")
                    do throws(TransportError) {
                        let options = ExchangeOptions(delivery)
                        let body = try await transport.send(request, body: .empty, on: options).body.collect(upTo: 100)
                        outcomes.append(.success(String(decoding: body, as: UTF8.self)))
                    } catch {
                        outcomes.append(.failure(error))
                    }
                }
                return (outcomes, server.connectionCount)
            }
        }
    }
}
