import ContractServers
import EngineTestSupport
import Foundation
import HTTPTypes
import NIOTransport
import Networking
import RawSocketServer
import Synchronization
import Testing
import TransportSecurity

@Suite("Reused connections that the server closes", .serialized, .timeLimit(.minutes(20)))
struct ReusedConnectionTests {
    private typealias Errors = [String: TransportError]

    /// How the server ends a connection that it has announced as persistent.
    enum ConnectionEnding: CaseIterable {
        case close, reset, finishSending
    }

    /// The end of each connection meets the next request at another moment. Every third connection reads that request
    /// and sends no response: such a request may have been processed, and must not be sent again.
    @Test(
        "a request that the server has received is not sent again", arguments: ConnectionEnding.allCases, [false, true])
    func race(ending: ConnectionEnding, overTLS: Bool) async throws {
        try await withServer(overTLS: overTLS) { server, transport, origin in
            server.serve { try await Self.play(ending, on: $0) }
            try await race(transport, against: server, at: origin)
        }
    }

    private static func play(_ ending: ConnectionEnding, on connection: RawConnection) async throws {
        let first = try await connection.receiveRequest()
        try await connection.send(RawSocketServer.ok)
        if first.line.contains(" /0/") {
            try await connection.receiveRequest()
            return try await connection.reset()
        }
        switch ending {
        case .close: return
        case .reset: try await connection.reset()
        case .finishSending:
            try await connection.finishSending()
            try await connection.receiveRequest()
        }
    }

    /// A server that closes after its response without announcing it. The end has arrived before the next request
    /// starts, so the request goes over a new connection: even a POST, and one with a streamed body.
    @Test("a connection whose end has arrived is never reused", arguments: [ConnectionEnding.close, .reset])
    func closedBefore(ending: ConnectionEnding) async throws {
        try await RawSocketServer.withServer { server in
            let closed = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(RawSocketServer.ok)
                // The client may have been faster: a response that arrives before the whole request is marked as sent
                // is its connection's last.
                do {
                    if ending == .reset { try await connection.reset() } else { try await connection.cut() }
                } catch {}
                await closed.pass()
            }
            try await NIOTransport.withTransport { transport in
                let url = try #require(URL(string: "http://\(server.authority)/"))
                for round in 1...100 {
                    let body = RequestBody.Streamed(length: 3, isReplayable: false) { ByteStream(Data("abc".utf8)) }
                    let request = HTTPRequest(method: .post, url: url)
                    // A buffered response, because a reset may cut a streamed one.
                    let options = ExchangeOptions(.buffered(limit: 2))
                    _ = try? await transport.send(request, body: .stream(body), on: options)
                    // Otherwise the request went over a closed connection, whose end would never come.
                    try #require(server.connectionCount == round)
                    await closed.waitForArrivals(round)
                    try await server.waitUntilEndsArrived()
                }
                #expect(server.requests.count == 100)
                #expect(server.connectionCount == 100)
            }
        }
    }

    /// Every third connection ends at the worst moment: the server has received the next request, and does not process
    /// it. The others end while the client follows the redirect.
    @Test("the request after a redirect goes over a new connection", arguments: [302, 303, 307])
    func redirect(status: Int) async throws {
        try await RawSocketServer.withServer { server in
            let redirects = Atomic(0)
            server.serve { connection in
                while try await !connection.receiveRequest().line.contains(" /start ") {
                    try await connection.send(RawSocketServer.ok)
                }
                try await connection.respond(status, ["Location: /end"])
                switch redirects.add(1, ordering: .relaxed).newValue % 3 {
                case 0: try await connection.receiveRequest()
                case 1:
                    try await connection.finishSending()
                    await connection.waitForEnd()
                default: break
                }
            }
            try await NIOTransport.withTransport { transport in
                let session = try HostileServer.session(at: server.authority, over: transport)
                let endpoint = Endpoint<TestGuest, Data>(
                    .post, "/start", body: .data(Data("abc".utf8), contentType: "text/plain"), response: .data)
                for _ in 1...300 {
                    let body = try await session.send(endpoint)
                    #expect(body == Data("ok".utf8))
                }
            }
            let ends = server.requests.filter { $0.line.contains(" /end ") }
            #expect(ends.count == 300)
            #expect(ends.allSatisfy { $0.body.isEmpty == (status != 307) })
        }
    }

    /// Bytes after a response, as a server sends them by mistake, or a request that was smuggled through a proxy.
    @Test(
        "a connection with bytes after a response serves no other request",
        arguments: [
            ("Content-Length: 2\r\n\r\nok", "ok", false), ("Content-Length: 2\r\n\r\nok", "ok", true),
            ("Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\nX: y\r\n\r\n", "ok", false),
            ("Content-Length: 0\r\n\r\n", "", false),
        ], ["HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged", "HTTP/1.1 200 OK\r\nX: ", "H", "\r\n", "0"])
    func excess(response: (rest: String, body: String, overTLS: Bool), excess: String) async throws {
        try await expectSeparateConnections(
            after: "200 OK\r\n\(response.rest)\(excess)", response.body, overTLS: response.overTLS)
    }

    /// The parser refuses what follows on such a connection, so its next call would fail.
    @Test(
        "a connection that is to close says so in any field that the parser obeys",
        arguments: [
            "Proxy-Connection: close\r\nContent-Length: 2\r\n\r\nok",
            "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nConnection: Close\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nProxy-Connection: close\r\n\r\n",
        ])
    func announcedEnd(rest: String) async throws {
        try await expectSeparateConnections(after: "200 OK\r\n\(rest)", "ok")
    }

    /// A body that the request or the status rules out (RFC 9110 section 6.4.1) is no part of the response.
    @Test(
        "a connection with a body where none belongs serves no other request",
        arguments: [(HTTPRequest.Method.head, "200 OK"), (.get, "204 No Content"), (.get, "304 Not Modified")])
    func forbiddenBody(method: HTTPRequest.Method, status: String) async throws {
        try await expectSeparateConnections(after: "\(status)\r\nContent-Length: 2\r\n\r\nok", "", to: method)
    }

    /// The bytes have arrived when the next request starts, and the event loop may have read them or not.
    @Test("a connection with bytes between two exchanges serves no other request", arguments: [false, true])
    func lateExcess(overTLS: Bool) async throws {
        try await withServer(overTLS: overTLS) { server, transport, origin in
            let (responses, received) = AsyncStream.makeStream(of: Void.self)
            let sent = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(RawSocketServer.ok)
                for await _ in responses { break }
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged")
                await sent.pass()
                await connection.waitForEnd()
            }
            let request = HTTPRequest(method: .post, url: try #require(URL(string: origin)))
            for round in 1...100 {
                let body = try await transport.send(request, body: .empty).body.collect(upTo: 100)
                #expect(body == Data("ok".utf8))
                // Otherwise no script sends bytes after this response.
                try #require(server.connectionCount == round)
                received.yield()
                await sent.waitForArrivals(round)
            }
        }
    }

    private func withServer(
        overTLS: Bool, _ body: (RawSocketServer, NIOTransport, _ origin: String) async throws -> Void
    ) async throws {
        try await NIOTransport.withTransport(trusting: .trusting(.only(TestCertificates.roots))) { transport in
            if overTLS {
                try await SecureServer.withServer(showing: TestCertificates.localhost) { server in
                    try await body(server.server, transport, "https://localhost:\(server.port)")
                }
            } else {
                try await RawSocketServer.withServer { server in
                    try await body(server, transport, "http://\(server.authority)")
                }
            }
        }
    }

    /// - Parameter response: the bytes behind the version.
    private func expectSeparateConnections(
        after response: String, _ expected: String, to method: HTTPRequest.Method = .post, overTLS: Bool = false
    ) async throws {
        try await withServer(overTLS: overTLS) { server, transport, origin in
            server.serve("HTTP/1.1 \(response)")
            let request = HTTPRequest(method: method, url: try #require(URL(string: origin)))
            for round in 1...100 {
                let body = try await transport.send(request, body: .empty).body.collect(upTo: 100)
                #expect(body == Data(expected.utf8))
                #expect(server.connectionCount == round)
            }
        }
    }

    private func race(_ transport: NIOTransport, against server: RawSocketServer, at origin: String) async throws {
        let errors = try await withThrowingTaskGroup(of: Errors.self) { group in
            for lane in 1...4 {
                group.addTask { try await self.lane(lane, of: transport, at: origin) }
            }
            return try await group.reduce(into: [:]) { all, errors in all.merge(errors) { first, _ in first } }
        }
        let seen = server.requests.map(\.target)
        #expect(errors.values.allSatisfy { $0 == .connectionLost }, "\(errors)")
        // Otherwise there was no race.
        let isRace = errors.keys.contains(where: Set(seen).contains)
        #expect(isRace)
        let again = Dictionary(grouping: seen, by: \.self).filter { $0.value.count > 1 }.keys
        #expect(again.isEmpty)
    }

    /// Sends one request after the other, every second with a body; returns the errors of the failed ones, by path.
    private func lane(_ lane: Int, of transport: NIOTransport, at origin: String) async throws -> Errors {
        var errors: Errors = [:]
        for round in 1...40 {
            let path = "/\(round % 3)/\(round)/\(lane)"
            let url = try #require(URL(string: origin + path))
            do throws(TransportError) {
                let body = round.isMultiple(of: 2) ? RequestBody.data(Data(count: 3_000)) : .empty
                let response = try await transport.send(HTTPRequest(method: .post, url: url), body: body)
                _ = try await response.body.collect(upTo: 2)
            } catch {
                errors[path] = error
            }
        }
        return errors
    }
}

extension RawSocketServer {
    /// Returns when the kernel has delivered the ends that the server has sent: no client's socket is established
    /// (01 in proc(5)). That takes longer on a busy machine. Only Linux lists them.
    ///
    /// The list is read in pieces, and a piece can lack a socket while others open and close. So it must be absent from
    /// several lists in a row.
    fileprivate func waitUntilEndsArrived() async throws {
        let table = "/proc/net/tcp"
        guard FileManager.default.fileExists(atPath: table) else { return }
        var absences = 0
        while absences < 4 {
            absences = try hasEstablishedClient(in: table) ? 0 : absences + 1
            await Task.yield()
        }
    }

    private func hasEstablishedClient(in table: String) throws -> Bool {
        try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n").contains(where: { line in
            let fields = line.split(separator: " ")
            guard fields.count > 3, let remote = fields[2].split(separator: ":").last else { return false }
            return Int(remote, radix: 16) == port && fields[3] == "01"
        })
    }
}
