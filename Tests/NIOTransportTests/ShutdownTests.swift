import NIOTransport
import Networking
import RawSocketServer
import TestSupport
import Testing

@Suite("Transport shutdown", .timeLimit(.minutes(10)))
struct ShutdownTests {
    private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

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
                try await connection.send(Self.response)
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
        let returned = await NIOTransport.withTransport { $0 }
        await #expect(throws: TransportError.closed) { try await returned.get("http://127.0.0.1:9/") }

        var stored: NIOTransport?
        await #expect(throws: Failure.self) {
            try await NIOTransport.withTransport { transport in
                stored = transport
                throw Failure()
            }
        }
        let thrown = try #require(stored)
        await #expect(throws: TransportError.closed) { try await thrown.get("http://127.0.0.1:9/") }
    }
}
