import Foundation
import HTTPTypes
import Networking
import RawSocketServer
import TestSupport
import Testing
import URLSessionTransport

@Suite("What the configuration limits", .timeLimit(.minutes(1)))
struct LimitTests {
    @Test("a server that says nothing is given up, before the head and within the body")
    func idleTimeout() async throws {
        for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"] {
            try await withIdleTimeout { server, transport in
                server.serve { connection in
                    try await connection.receiveRequest()
                    try await connection.send(answer)
                    await connection.waitForEnd()
                }
                await #expect(throws: TransportError.idleTimeout) {
                    try await transport.get(from: server).body.collect(upTo: 100)
                }
            }
        }
    }

    @Test("informational answers don't hold off the idle timeout")
    func informational() async throws {
        try await withIdleTimeout { server, transport in
            server.serve { connection in
                try await connection.receiveRequest()
                while true { try await connection.send("HTTP/1.1 102 Processing\r\n\r\n") }
            }
            await #expect(throws: TransportError.idleTimeout) { try await transport.get(from: server) }
        }
    }

    @Test("a server that stops reading an upload is given up")
    func stalledUpload() async throws {
        try await withIdleTimeout { server, transport in
            let gate = Gate()
            server.serve { connection in
                try await connection.receiveHead()
                await gate.pass()
            }
            let body = RequestBody.data(Data(count: 32 * 1024 * 1024))
            await #expect(throws: TransportError.idleTimeout) {
                try await transport.send(server.request(.put), body: body)
            }
            gate.open()
        }
    }

    @Test("97 KB of gzip that hold 100 MB are refused where the limit is passed", arguments: [1_000_000, nil])
    func decompressionBomb(limit: Int?) async throws {
        var configuration = URLSessionTransportConfiguration()
        if let limit { configuration.decodedBodyLimit = limit }
        let bomb = Self.bomb
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
                try await connection.send(head)
                try await connection.send(bomb)
                await connection.waitForEnd()
            }
            await URLSessionTransport.withTransport(configuration: configuration) { transport in
                _ = await #expect(throws: TransportError.responseTooLarge(limit: configuration.decodedBodyLimit)) {
                    try await transport.get(from: server).body.collect(upTo: .max)
                }
            }
        }
    }

    #if canImport(FoundationNetworking)
    @Test("a body that runs ahead of its reader ends as too large, and the connection with it")
    func unreadBody() async throws {
        var configuration = URLSessionTransportConfiguration()
        configuration.unreadBodyLimit = 100_000
        let ended = Gate(isOpen: true)
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
                let piece = Data(count: 10_000)
                while (try? await connection.send(piece)) != nil {}
                await ended.pass()
            }
            try await URLSessionTransport.withTransport(configuration: configuration) { transport in
                let response = try await transport.get(from: server)
                await ended.waitForArrivals(1)
                await #expect(throws: TransportError.responseTooLarge(limit: 100_000)) {
                    try await response.body.collect(upTo: .max)
                }
            }
        }
    }
    #endif

    /// A deflate block whose Huffman tables give a run of 258 zeros the shortest code, two zero bits: each zero byte behind
    /// them is another 1,032 zeros.
    private static var bomb: Data {
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        let tables: [UInt8] = [0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 8, 0x0A]
        return Data(gzip + tables) + Data(count: 97_000)
    }

    private func withIdleTimeout(_ body: (RawSocketServer, URLSessionTransport) async throws -> Void) async throws {
        var configuration = URLSessionTransportConfiguration()
        // Less than the whole second that URLSession on libcurl can count.
        configuration.idleTimeout = .milliseconds(50)
        try await RawSocketServer.withServer { server in
            try await URLSessionTransport.withTransport(configuration: configuration) { transport in
                try await body(server, transport)
            }
        }
    }
}
