import EngineTestSupport
import Networking
import RawSocketServer
import Testing
import URLSessionTransport

@Suite("Shutdown of URLSessionTransport", .timeLimit(.minutes(10)))
struct ShutdownTests {
    private static let response = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"

    @Test("a transport that is released without shutdown ends its exchanges")
    func abandoned() async throws {
        try await RawSocketServer.withServer { server in
            let ended = Gate(isOpen: true)
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                await connection.waitForEnd()
                await ended.pass()
            }
            let response = try await URLSessionTransport().get(from: server)
            await ended.waitForArrivals(1)
            await #expect(throws: TransportError.closed) { try await response.body.collect(upTo: 10) }
        }
    }

    @Test("cancellations during responses, redirects and challenges neither hang nor crash", arguments: 1...4)
    func cancellations(round: Int) async throws {
        let responses = [
            Self.response, "HTTP/1.1 302 Found\r\nLocation: /x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            "",
        ]
        try await RawSocketServer.withServer { server in
            server.serve(responses[round - 1])
            await URLSessionTransport.withTransport { transport in
                await withDiscardingTaskGroup { group in
                    for number in 1...200 {
                        group.addTask {
                            let call = Task { await outcome(of: transport, server) }
                            // Each a little later than the last, from before the request to after the response.
                            for _ in 0..<(number * 5) { await Task.yield() }
                            call.cancel()
                            let error = await call.value
                            #expect(
                                error == nil || error == .cancelled || error == .connectionLost,
                                "\(String(describing: error))")
                        }
                    }
                }
            }
        }
    }

    private func outcome(of transport: URLSessionTransport, _ server: RawSocketServer) async -> TransportError? {
        do throws(TransportError) {
            _ = try await transport.get(from: server).body.collect(upTo: 2)
            return nil
        } catch {
            return error
        }
    }
}
