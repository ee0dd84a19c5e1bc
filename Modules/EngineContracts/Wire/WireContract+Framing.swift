import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

extension WireContract {
    static var framingClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("chunks are joined, and their extensions and trailers are ignored") { subject in
                subject.server.serveAlways(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                        + "5;name=value\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nX-Sum: 7\r\nX-Other: 8\r\n\r\n")
                for _ in 1...2 {
                    try await subject.get().expectText("hello world")
                }
                #expect(subject.server.connectionCount == 1)
            },
            ContractClause("1xx responses are skipped") { subject in
                subject.server.serve(
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
                        + "HTTP/1.1 103 Early Hints\r\nETag: \"early\"\r\n\r\n"
                        + "HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ndone")
                let response = try await subject.get()
                #expect(response.head.status.code == 201)
                #expect(response.head.headerFields[.eTag] == nil)
                try await response.expectText("done")
            },
            ContractClause("a body without a length ends when the connection closes") { subject in
                for version in ["1.0", "1.1"] {
                    subject.server.serve("HTTP/\(version) 200 OK\r\nX-A: 1\r\n\r\nup to the end")
                    try await subject.get().expectText("up to the end")
                }
            },
            ContractClause("a response can arrive byte by byte") { subject in
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    for byte in Data("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-A: b\r\n\r\nabc".utf8) {
                        try await connection.send(Data([byte]))
                    }
                }
                try await subject.get().expectText("abc")
            },
            ContractClause("a status line without a reason phrase is accepted, even without the space before it") {
                subject in
                for line in ["HTTP/1.1 200 ", "HTTP/1.1 200"] {
                    subject.server.serve("\(line)\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
                    let response = try await subject.get()
                    #expect(response.head.status.code == 200)
                    try await response.expectText("ok")
                }
            },
            ContractClause("responses to HEAD and with 204 or 304 have no body, whatever length they announce") {
                subject in
                for (method, status) in [(HTTPRequest.Method.head, "200 OK"), (.get, "304 Not Modified")] {
                    subject.server.serve("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 5\r\n\r\n")
                    let response = try await subject.send(method)
                    #expect(response.head.headerFields[.contentLength] == "5")
                    try await response.expectText("")
                }
                subject.server.serve("HTTP/1.1 204 No Content\r\n\r\n")
                try await subject.get().expectText("")
            },
            ContractClause("the head is available before the body") { subject in
                let gate = Gate()
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
                    await gate.pass()
                    try await connection.send("later")
                }
                var iterator = try await subject.get().body.stream.makeAsyncIterator()
                let first = try await iterator.next()
                #expect(first == Data("first".utf8))
                gate.open()
                var rest = Data()
                while let piece = try await iterator.next() { rest += piece }
                #expect(rest == Data("later".utf8))
            },
        ]
    }
}

extension WireContract {
    static var encodingClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("gzip and deflate are decoded, in one chunk and byte by byte") { subject in
                for (encoding, body) in [("gzip", gzipped), ("GZIP", gzipped), ("deflate", deflated)] {
                    let head =
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: \(encoding)\r\n"
                        + "Content-Length: \(body.count)\r\n\r\n"
                    subject.server.serve(Data(head.utf8) + body)
                    try await subject.get().expectText(plain)

                    subject.server.serve { connection in
                        _ = try await connection.receiveRequest()
                        try await connection.send(head)
                        for byte in body { try await connection.send(Data([byte])) }
                    }
                    try await subject.get().expectText(plain)
                }
            },
            ContractClause("chunked gzip is decoded") { subject in
                var response = Data(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                for piece in [gzipped.prefix(7), gzipped.dropFirst(7)] {
                    response += Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8)
                }
                subject.server.serve(response + Data("0\r\n\r\n".utf8))
                try await subject.get().expectText(plain)
            },
            ContractClause("an encoded body that ends early is truncated, even if its framing is complete") { subject in
                let cut = gzipped.dropLast(9)
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(cut.count)\r\n\r\n"
                subject.server.serve(Data(head.utf8) + cut)
                await #expect(throws: TransportError.truncatedResponse) { try await subject.get().text }
            },
            ContractClause("a body that contradicts its encoding is an invalid response") { subject in
                await subject.expectInvalid(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
            },
            ContractClause("a content encoding without a body is accepted") { subject in
                let fields = "Connection: close\r\nContent-Encoding: gzip\r\n"
                let responses: [(HTTPRequest.Method, String)] = [
                    (.head, "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 44\r\n\r\n"),
                    (.get, "HTTP/1.1 304 Not Modified\r\n\(fields)\r\n"),
                    (.get, "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n"),
                ]
                for (method, response) in responses {
                    subject.server.serve(response)
                    try await subject.send(method).expectText("")
                }
            },
            ContractClause("a body with an encoding that was not requested is an error, unless the status is one") {
                subject in
                let rest = "Connection: close\r\nContent-Encoding: x-odd\r\nContent-Length: 2\r\n\r\nok"
                await subject.expectInvalid("HTTP/1.1 200 OK\r\n\(rest)")
                subject.server.serve("HTTP/1.1 404 Not Found\r\n\(rest)")
                let response = try await subject.get()
                #expect(response.head.status == .notFound)
                #expect(response.head.headerFields[.contentEncoding] == "x-odd")
            },
        ]
    }

    private static var plain: String { "hello, hello, hello, hello" }
    private static var gzipped: Data { base64("H4sIAAAAAAACA8tIzcnJ11HIwKQAVaOCdxoAAAA=") }
    private static var deflated: Data { base64("eNrLSM3JyddRyMCkAHwWCTU=") }

    private static func base64(_ text: String) -> Data {
        Data(base64Encoded: text) ?? Data()
    }
}
