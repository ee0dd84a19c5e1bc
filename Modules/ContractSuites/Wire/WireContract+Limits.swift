import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

extension WireContract {
    /// The clauses for transports with configurable limits.
    public static var limitClauses: [ContractClause<LimitedWireSubject>] {
        [
            ContractClause("a silent server causes a timeout, before the head and during the body") { subject in
                try await subject.limited(by: silence) { subject in
                    for response in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"] {
                        subject.server.serve { connection in
                            _ = try await connection.receiveRequest()
                            try await connection.send(response)
                            await connection.waitForEnd()
                        }
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
                        try await subject.transport.send(subject.request(.put), body: body)
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
