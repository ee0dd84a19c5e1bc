import EngineTestSupport
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import Networking
import Primitives
import RawSocketServer
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("NIOTransport configuration", .timeLimit(.minutes(10)))
struct ConfigurationTests {
    @Test("a connection that exceeds the connect timeout fails the call")
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

    @Test("a call that waits too long for a free connection fails with the pool's timeout, and not the server's")
    func poolTimeout() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectTimeout = .seconds(4)
        configuration.connectionsPerHost = 1
        try await RawSocketServer.withServer { server in
            let gate = Gate()
            server.serve { connection in
                try await connection.receiveRequest()
                await gate.pass()
                try await connection.send(RawSocketServer.ok)
            }
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                async let first = transport.get(from: server)
                await gate.waitForArrivals(1)
                await #expect(throws: TransportError.poolTimeout) { try await transport.get(from: server) }
                gate.open()
                let status = try await first.head.status
                #expect(status == .ok)
            }
        }
    }

    @Test(
        "a server's limit for idle connections shortens their lifetime, by a second less",
        arguments: [
            ("timeout=3, max=100", 2), ("max=9, Timeout=2", 1), ("timeout=1", 0), ("timeout=0", 0), ("timeout=60", 4),
            ("max=100", 4), ("timeout=x", 4), ("retimeout=1", 4), ("timeout=99999999999", 4), ("", 4),
        ])
    func keepAlive(value: String, seconds: Int64) {
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Keep-Alive": value])
        #expect(head.idleLifetime(atMost: .seconds(4)) == .seconds(seconds))
    }

    @Test("a connection that the server closes at once is not used again")
    func noLifetime() async throws {
        try await RawSocketServer.withServer { server in
            server.serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: timeout=1\r\n\r\nok")
            try await NIOTransport.withTransport { transport in
                for _ in 1...2 { _ = try await transport.get(from: server).body.collect(upTo: 2) }
            }
            #expect(server.connectionCount == 2)
        }
    }

    @Test("an idle connection is closed after its timeout")
    func idleConnectionLifetime() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.idleConnectionLifetime = .milliseconds(20)
        try await RawSocketServer.withServer { server in
            let closed = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(RawSocketServer.ok)
                await connection.waitForEnd()
                await closed.pass()
            }
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                _ = try await transport.get(from: server).body.collect(upTo: 2)
                await closed.waitForArrivals(1)
            }
        }
    }
}

@Suite("Transport shutdown", .timeLimit(.minutes(10)))
struct ShutdownTests {
    @Test("shutdown does not wait for a server that is silent during the handshake")
    func withinHandshake() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectTimeout = .seconds(300)
        try await RawSocketServer.withServer { server in
            let gate = Gate(isOpen: true)
            server.serve { connection in
                await gate.pass()
                await connection.waitForEnd()
            }
            let transport = NIOTransport(configuration: configuration)
            let call = Task { try await transport.get("https://localhost:\(server.port)/") }
            await gate.waitForArrivals(1)
            await transport.shutdown()
            await #expect(throws: TransportError.closed) { try await call.value }
        }
    }

    @Test("a transport that is released without shutdown closes its connections")
    func abandoned() async throws {
        try await RawSocketServer.withServer { server in
            let closed = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(RawSocketServer.ok)
                await connection.waitForEnd()
                await closed.pass()
            }
            _ = try await NIOTransport().get(from: server).body.collect(upTo: 2)
            await closed.waitForArrivals(1)
        }
    }

    @Test("withTransport shuts its transport down, whether the body returns or throws")
    func scope() async throws {
        struct Failure: Error {}
        var transports = [await NIOTransport.withTransport { $0 }]
        await #expect(throws: Failure.self) {
            try await NIOTransport.withTransport { transport in
                transports.append(transport)
                throw Failure()
            }
        }
        #expect(transports.count == 2)
        for transport in transports {
            await #expect(throws: TransportError.closed) { try await transport.get("http://127.0.0.1:9/") }
        }
    }
}

@Suite("Connection attempts", .timeLimit(.minutes(10)))
struct ConnectionAttemptTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    private func attempt(to server: RawSocketServer) throws -> ConnectionAttempt {
        let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
        return ConnectionAttempt(
            to: try Destination(of: request), on: loop, configuration: NIOTransportConfiguration(),
            secure: SecureConnections(.client(), keys: KeyCheck(time: SystemTimeSource()), limit: .seconds(10)))
    }

    /// A task would end on a thread of the pool, for which it waits while all of them compute.
    @Test("an attempt without TLS needs no thread but its event loop's")
    func withoutTask() async throws {
        try await RawSocketServer.withServer { server in
            let attempt = try attempt(to: server)
            let (result, isOnLoop) = await withCheckedContinuation { ended in
                attempt.start { [loop] in ended.resume(returning: ($0, loop.inEventLoop)) }
            }
            try result.get().close()
            #expect(isOnLoop)
        }
    }

    @Test("an attempt that is cancelled before its start fails without a connection")
    func cancelledBeforeStart() async throws {
        try await RawSocketServer.withServer { server in
            let attempt = try attempt(to: server)
            attempt.cancel(with: .closed)
            let result = await withCheckedContinuation { ended in
                attempt.start { ended.resume(returning: $0) }
            }
            #expect(throws: TransportError.closed) { try result.get() }
        }
    }
}
