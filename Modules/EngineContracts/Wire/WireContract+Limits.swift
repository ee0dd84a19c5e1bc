import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

extension WireContract {
    /// The clauses for transports with configurable limits.
    public static var limitClauses: [ContractClause<LimitedWireSubject>] {
        [
            ContractClause("a silent server causes a timeout, before the head and during the body") { subject in
                try await subject.limited(by: silence) { subject in
                    for response in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"] {
                        subject.server.serveUntilEnd(response)
                        await #expect(throws: TransportError.idleTimeout) { try await subject.get().text }
                    }
                }
            },
            ContractClause("a server that sends only 102 responses causes a timeout") { subject in
                try await subject.limited(by: silence) { subject in
                    subject.server.serve { connection in
                        _ = try await connection.receiveRequest()
                        // As fast as the client accepts them, until the client closes the connection.
                        while true { try await connection.send("HTTP/1.1 102 Processing\r\n\r\n") }
                    }
                    await #expect(throws: TransportError.idleTimeout) { try await subject.get() }
                }
            },
            ContractClause("a server that stops reading a request body causes a timeout") { subject in
                try await subject.limited(by: silence) { subject in
                    let gate = Gate()
                    subject.server.serve { connection in
                        _ = try await connection.receiveHead()
                        await gate.pass()
                    }
                    let body = RequestBody.data(Data(count: 32 * 1024 * 1024))
                    await #expect(throws: TransportError.idleTimeout) {
                        try await subject.send(.put, body: body)
                    }
                    gate.open()
                }
            },
            ContractClause("97 KB of gzip that expand to 100 MB are rejected when the limit is exceeded") { subject in
                try await subject.limited(by: WireLimits(decodedBodyLimit: 1_000_000)) { subject in
                    let bomb = bomb
                    subject.server.serve { connection in
                        _ = try await connection.receiveRequest()
                        try await connection.send(
                            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
                        try await connection.send(bomb)
                        await connection.waitForEnd()
                    }
                    await #expect(throws: TransportError.responseTooLarge(limit: 1_000_000)) {
                        try await subject.get().body.collect(upTo: .max)
                    }
                }
            },
        ]
    }

    /// Less than one second. Some stacks count only whole seconds.
    private static var silence: WireLimits { WireLimits(idleTimeout: .milliseconds(50)) }

    /// A deflate block whose Huffman tables give a run of 258 zeros the shortest code, two zero bits. Each zero byte
    /// that follows expands to 1,032 zeros.
    private static var bomb: Data {
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        let tables: [UInt8] = [0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 8, 0x0A]
        return Data(gzip + tables) + Data(count: 97_000)
    }
}

extension WireContract {
    static var brokenResponseClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("a response that ends before its announced length is truncated") { subject in
                for response in [
                    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
                ] {
                    subject.server.serve(response)
                    await #expect(throws: TransportError.truncatedResponse, "\(response)") {
                        try await subject.get().text
                    }
                }
            },
            ContractClause("a connection that ends before the end of the head is lost") { subject in
                for response in ["", "HTTP/1.1", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"] {
                    subject.server.serve(response)
                    await #expect(throws: TransportError.connectionLost, "\(response)") { try await subject.get().text }
                }
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.reset()
                }
                await #expect(throws: TransportError.connectionLost) { try await subject.get().text }
            },
            ContractClause("a reset during the body is an error") { subject in
                let gate = Gate()
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
                    await gate.pass()
                    try await connection.reset()
                }
                let response = try await subject.get()
                gate.open()
                let error = await #expect(throws: TransportError.self) { try await response.text }
                #expect(error == .connectionLost || error == .truncatedResponse)
            },
            ContractClause("bytes that are not HTTP are an invalid response") { subject in
                for response in [
                    "220 mail.example ESMTP\r\n", "\u{0}\u{1}\u{2}\u{3}", "HTTP/1.1 2x0 OK\r\n\r\n",
                    "HTTP/1.1 1000 Many\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                    "HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n",
                ] {
                    await subject.expectInvalid(response)
                }
            },
            ContractClause("malformed chunks are an invalid response") { subject in
                await subject.expectInvalid(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n0\r\n\r\n")
            },
            ContractClause("a broken response does not affect the next call") { subject in
                subject.server.serve("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                await #expect(throws: TransportError.self) { try await subject.get().text }
                subject.server.serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                try await subject.get().expectText("ok")
            },
        ]
    }
}
