#if canImport(FoundationNetworking)
import ContractServers
import EngineContracts
import Foundation
import Networking
import RawSocketServer
import Testing
import URLSessionTransport

/// Responses that end the process, each in a separate process. The adapter can't prevent URLSession's trap; these tests
/// fail when that changes.
@Suite("Crashes of URLSession on libcurl", .serialized, .timeLimit(.minutes(20)))
struct CrashTests {
    @Test(
        "a gap that is listed as a crash crashes",
        arguments: ContractGap.all.filter { $0.consequence == .crash }.map(\.promise))
    func clause(promise: String) async throws {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [promise] in
            let clause = try #require(WireContract.clauses.first { $0.promise == promise })
            try await RawSocketServer.withServer { server in
                let scripted = ScriptedServer(server: server, refusingAuthority: "")
                try await clause.check(WireSubject(transport: URLSessionTransport(), server: scripted))
            }
        }
        expectTrap(ended)
    }

    @Test(
        "a connection that ends after the status line crashes, and so does a trailer after a redirect",
        arguments: [
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Sum: 7\r\n\r\n",
        ])
    func respond(text: String) async throws {
        let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [text] in
            try await RawSocketServer.withServer { server in
                server.serve(text)
                _ = try await URLSessionTransport().get(from: server)
            }
        }
        expectTrap(ended)
    }

    private func expectTrap(_ ended: ExitTest.Result?) {
        let words = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("there's no response"), "\(words)")
    }
}
#endif
