import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

extension WireContract {
    static var framingClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("chunks are joined, and their extensions and trailers are ignored") { subject in
                subject.server.serveAlways(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                        + "5;name=value\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nX-Sum: 7\r\nX-Other: 8\r\n\r\n")
                for _ in 1...2 {
                    let text = try await subject.get().text
                    #expect(text == "hello world")
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
                let text = try await response.text
                #expect(text == "done")
            },
            ContractClause("a body without a length ends when the connection closes") { subject in
                for version in ["1.0", "1.1"] {
                    subject.server.serve("HTTP/\(version) 200 OK\r\nX-A: 1\r\n\r\nup to the end")
                    let text = try await subject.get().text
                    #expect(text == "up to the end")
                }
            },
            ContractClause("a response can arrive byte by byte") { subject in
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    for byte in Data("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-A: b\r\n\r\nabc".utf8) {
                        try await connection.send(Data([byte]))
                    }
                }
                let response = try await subject.get()
                let text = try await response.text
                #expect(text == "abc")
            },
            ContractClause("a status line without a reason phrase is accepted, even without the space before it") {
                subject in
                for line in ["HTTP/1.1 200 ", "HTTP/1.1 200"] {
                    subject.server.serve("\(line)\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
                    let response = try await subject.get()
                    #expect(response.head.status.code == 200)
                    let text = try await response.text
                    #expect(text == "ok")
                }
            },
            ContractClause("responses to HEAD and with 204 or 304 have no body, whatever length they announce") {
                subject in
                for (method, status) in [(HTTPRequest.Method.head, "200 OK"), (.get, "304 Not Modified")] {
                    subject.server.serve("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 5\r\n\r\n")
                    let response = try await subject.transport.send(subject.request(method), body: .empty)
                    #expect(response.head.headerFields[.contentLength] == "5")
                    let text = try await response.text
                    #expect(text.isEmpty)
                }
                subject.server.serve("HTTP/1.1 204 No Content\r\n\r\n")
                let text = try await subject.get().text
                #expect(text.isEmpty)
            },
            ContractClause("the head is available before the body") { subject in
                let gate = Gate()
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
                    await gate.pass()
                    try await connection.send("later")
                }
                let response = try await subject.get()
                guard case .stream(let stream) = response.body else {
                    Issue.record("the body is not a stream")
                    return
                }
                var iterator = stream.makeAsyncIterator()
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
