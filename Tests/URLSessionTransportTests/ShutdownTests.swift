import HTTPTypes
import Networking
import RawSocketServer
import TestSupport
import Testing
import URLSessionTransport

@Suite("The end of calls and transports", .timeLimit(.minutes(1)))
struct ShutdownTests {
    private static let answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"

    @Test("shutting down under load ends every call, with its answer or as closed", arguments: 1...5)
    func underLoad(round: Int) async throws {
        try await RawSocketServer.withServer { server in
            server.serve(Self.answer)
            let transport = URLSessionTransport()
            let outcomes = await withTaskGroup(of: TransportError?.self) { group in
                for _ in 1...200 {
                    group.addTask { await outcome(of: transport, server) }
                }
                for _ in 1...3 {
                    group.addTask {
                        await transport.shutdown()
                        return nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count == 203)
            #expect(outcomes.allSatisfy { $0 == nil || $0 == .closed }, "\(outcomes.compactMap(\.self))")
            await #expect(throws: TransportError.closed) { try await transport.get(from: server) }
        }
    }

    @Test("shutting down within a body fails the read as closed")
    func withinBody() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                await connection.waitForEnd()
            }
            let transport = URLSessionTransport()
            let response = try await transport.get(from: server)
            await transport.shutdown()
            await #expect(throws: TransportError.closed) { try await response.body.collect(upTo: 10) }
        }
    }

    @Test("a transport that is given up without shutdown ends what is under way")
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

    @Test("cancellations that meet answers, redirects and challenges neither hang nor crash", arguments: 1...4)
    func cancellations(round: Int) async throws {
        let answers = [
            Self.answer, "HTTP/1.1 302 Found\r\nLocation: /x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            "",
        ]
        try await RawSocketServer.withServer { server in
            server.serve(answers[round - 1])
            await URLSessionTransport.withTransport { transport in
                await withDiscardingTaskGroup { group in
                    for number in 1...200 {
                        group.addTask {
                            let call = Task { await outcome(of: transport, server) }
                            // Each a little later than the last, from before the request to behind the answer.
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
