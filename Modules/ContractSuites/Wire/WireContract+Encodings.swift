import Foundation
import HTTPTypes
import Networking
import Testing

extension WireContract {
    static var encodingClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("gzip and deflate are decoded, in one chunk and byte by byte") { subject in
                for (encoding, body) in [("gzip", gzipped), ("GZIP", gzipped), ("deflate", deflated)] {
                    let head =
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: \(encoding)\r\n"
                        + "Content-Length: \(body.count)\r\n\r\n"
                    subject.server.serve(Data(head.utf8) + body)
                    let whole = try await subject.get().text
                    #expect(whole == plain)

                    subject.server.serve { connection in
                        _ = try await connection.receiveRequest()
                        try await connection.send(head)
                        for byte in body { try await connection.send(Data([byte])) }
                    }
                    let pieced = try await subject.get().text
                    #expect(pieced == plain)
                }
            },
            ContractClause("chunked gzip is decoded") { subject in
                var response = Data(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                for piece in [gzipped.prefix(7), gzipped.dropFirst(7)] {
                    response += Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8)
                }
                subject.server.serve(response + Data("0\r\n\r\n".utf8))
                let text = try await subject.get().text
                #expect(text == plain)
            },
            ContractClause("an encoded body that ends early is truncated, even if its framing is complete") { subject in
                let cut = gzipped.dropLast(9)
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(cut.count)\r\n\r\n"
                subject.server.serve(Data(head.utf8) + cut)
                await #expect(throws: TransportError.truncatedResponse) { try await subject.get().text }
            },
            ContractClause("a body that contradicts its encoding is an invalid response") { subject in
                subject.server.serve("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
                let error = await #expect(throws: TransportError.self) { try await subject.get().text }
                guard case .invalidResponse = error else {
                    Issue.record("expected invalidResponse, got \(String(describing: error))")
                    return
                }
            },
            ContractClause("a content encoding without a body is no error") { subject in
                let fields = "Connection: close\r\nContent-Encoding: gzip\r\n"
                let responses: [(HTTPRequest.Method, String)] = [
                    (.head, "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 44\r\n\r\n"),
                    (.get, "HTTP/1.1 304 Not Modified\r\n\(fields)\r\n"),
                    (.get, "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n"),
                ]
                for (method, response) in responses {
                    subject.server.serve(response)
                    let response = try await subject.transport.send(subject.request(method), body: .empty)
                    let text = try await response.text
                    #expect(text.isEmpty)
                }
            },
            ContractClause("a body with an encoding that was not requested is not decoded") { subject in
                subject.server.serve("HTTP/1.1 200 OK\r\nContent-Encoding: x-odd\r\nContent-Length: 2\r\n\r\nok")
                let response = try await subject.get()
                #expect(response.head.headerFields[.contentEncoding] == "x-odd")
                let text = try await response.text
                #expect(text == "ok")
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
