import Foundation
import HTTPTypes
import NIOTransport
import Networking
import RawSocketServer
import TestSupport
import Testing

@Suite("What the configuration does", .timeLimit(.minutes(1)))
struct ConfigurationTests {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test("a connection that is not made in time fails the call")
    func connectTimeout() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectTimeout = .milliseconds(50)
        try await UnresponsivePort.withSilentPort { authority in
            await NIOTransport.withTransport(configuration: configuration) { transport in
                _ = await #expect(throws: TransportError.connectTimeout) {
                    try await transport.get("http://\(authority)/")
                }
            }
        }
    }

    @Test("a call for which no connection becomes free in time fails as one that could not connect")
    func poolTimeout() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectTimeout = .seconds(1)
        configuration.connectionsPerHost = 1
        try await RawSocketServer.withServer { server in
            let gate = Gate()
            server.serve { connection in
                try await connection.receiveRequest()
                await gate.pass()
                try await connection.send(Self.answer)
            }
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                async let first = transport.get(from: server)
                await gate.waitForArrivals(1)
                await #expect(throws: TransportError.connectTimeout) { try await transport.get(from: server) }
                gate.open()
                let status = try await first.head.status
                #expect(status == .ok)
            }
        }
    }

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

    @Test("a server that stops reading an upload is given up")
    func stalledUpload() async throws {
        try await withIdleTimeout { server, transport in
            let gate = Gate()
            server.serve { connection in
                try await connection.receiveHead()
                await gate.pass()
            }
            let url = try #require(URL(string: "http://\(server.authority)/"))
            let body = RequestBody.data(Data(count: 32 * 1024 * 1024))
            await #expect(throws: TransportError.idleTimeout) {
                try await transport.send(HTTPRequest(method: .put, url: url), body: body)
            }
            gate.open()
        }
    }

    @Test("a server that says 102 again and again, and nothing else, is given up")
    func interimResponses() async throws {
        try await withIdleTimeout { server, transport in
            server.serve { connection in
                try await connection.receiveRequest()
                // As fast as the client takes them: until it has gone.
                while true { try await connection.send("HTTP/1.1 102 Processing\r\n\r\n") }
            }
            await #expect(throws: TransportError.idleTimeout) { try await transport.get(from: server) }
        }
    }

    @Test("no more connections are made to a host than allowed")
    func connectionsPerHost() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectionsPerHost = 3
        try await RawSocketServer.withServer { server in
            server.serve(Self.answer)
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 1...60 {
                        group.addTask { try await transport.get(from: server).body.collect(upTo: 2).count }
                    }
                    for try await count in group { #expect(count == 2) }
                }
                #expect((1...3).contains(server.connectionCount))
                #expect(server.requests.count == 60)
            }
        }
    }

    @Test("a connection without work is closed when its time is over")
    func idleConnectionLifetime() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.idleConnectionLifetime = .milliseconds(20)
        try await RawSocketServer.withServer { server in
            let closed = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(Self.answer)
                await connection.waitForEnd()
                await closed.pass()
            }
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                _ = try await transport.get(from: server).body.collect(upTo: 2)
                await closed.waitForArrivals(1)
            }
        }
    }

    @Test("97 KB of gzip that hold 100 MB are refused where the limit is passed", arguments: [1_000_000, nil])
    func decompressionBomb(limit: Int?) async throws {
        var configuration = NIOTransportConfiguration()
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
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                let response = try await transport.get(from: server)
                await #expect(throws: TransportError.responseTooLarge(limit: configuration.decodedBodyLimit)) {
                    try await response.body.collect(upTo: .max)
                }
            }
        }
    }

    /// A deflate block whose Huffman tables give a run of 258 zeros the shortest code, two zero bits: each zero byte behind
    /// them is another 1,032 zeros.
    private static var bomb: Data {
        let gzip: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        let tables: [UInt8] = [0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 8, 0x0A]
        return Data(gzip + tables) + Data(count: 97_000)
    }

    private func withIdleTimeout(_ body: (RawSocketServer, NIOTransport) async throws -> Void) async throws {
        var configuration = NIOTransportConfiguration()
        configuration.idleTimeout = .milliseconds(50)
        try await RawSocketServer.withServer { server in
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                try await body(server, transport)
            }
        }
    }
}
