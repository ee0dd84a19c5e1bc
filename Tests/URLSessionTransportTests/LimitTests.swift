#if canImport(FoundationNetworking)
import Foundation
import Networking
import RawSocketServer
import EngineTestSupport
import Testing
import URLSessionTransport

@Suite("Limits specific to URLSession on libcurl", .timeLimit(.minutes(10)))
struct LimitTests {
    @Test("a body that is received faster than it is read fails as too large, and closes the connection")
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
}
#endif
