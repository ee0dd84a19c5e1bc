import Foundation
import Testing

@testable import Backend

/// Faults that require a socket.
struct BrokenConnectionTests {
    private func withFault(
        _ name: String, _ json: String, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange(
                    "POST /faults/\(name) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Connection: close\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)", port: port)
                #expect(response.hasPrefix("HTTP/1.1 204 "))
                try await body(port)
            }
        }
    }

    @Test(
        "a cut response has the full Content-Length and ends after the set number of bytes", .timeLimit(.minutes(10)),
        arguments: [0, 1, 6, 14])
    func cut(after: Int) async throws {
        try await withFault("cut", #"{"after":\#(after)}"#) { port in
            let cut = try await RawConnection.get("/v2/health", port: port)
            #expect(cut.contains("Content-Length: 15\r\n"))
            #expect(cut.split(separator: "\r\n\r\n", omittingEmptySubsequences: false).last?.utf8.count == after)
            let whole = try await RawConnection.get("/v2/health", port: port)
            #expect(whole.hasSuffix(#"{"status":"ok"}"#))
        }
    }

    @Test(
        "a response that is not longer than the cut is complete, and the cut affects the next one",
        .timeLimit(.minutes(10)))
    func uncut() async throws {
        try await withFault("cut", #"{"after":15}"#) { port in
            #expect(try await RawConnection.get("/v2/health", port: port).hasSuffix(#"{"status":"ok"}"#))
            let longer = try await RawConnection.get("/v2/nowhere", port: port)
            #expect(longer.hasPrefix("HTTP/1.1 404 "))
            #expect(longer.split(separator: "\r\n\r\n").last?.utf8.count == 15)
        }
    }

    @Test(
        "a hang-up closes the connection without a byte", .timeLimit(.minutes(10)),
        arguments: [#"{"how":"reset"}"#, #"{"how":"close"}"#, #"{"how":"close","when":"after"}"#])
    func hangUp(json: String) async throws {
        try await withFault("hang-up", json) { port in
            let broken = try await RawConnection.get("/v2/health", port: port)
            let whole = try await RawConnection.get("/v2/health", port: port)
            #expect(broken == "" && whole.hasSuffix(#"{"status":"ok"}"#))
        }
    }

    @Test(
        "a request is processed before a hang-up only if the fault says so", .timeLimit(.minutes(10)),
        arguments: [("before", true), ("after", false)])
    func moment(when: String, isGoodAfterwards: Bool) async throws {
        try await withFault("hang-up", #"{"when":"\#(when)","path":"/v2/auth/refresh"}"#) { port in
            func post(_ path: String, _ json: String) async throws -> String {
                try await RawConnection.exchange(
                    "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
                        + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)", port: port)
            }
            let login = try await post(
                "/v2/auth/login", #"{"email":"ada@example.com","password":"analytical-engine"}"#)
            let token = try #require(login.firstMatch(of: /"refresh_token":"([^"]+)"/)?.1)
            let json = #"{"refresh_token":"\#(token)"}"#
            #expect(try await post("/v2/auth/refresh", json) == "")
            // The token of the lost response is used.
            #expect(try await post("/v2/auth/refresh", json).hasPrefix("HTTP/1.1 200 ") == isGoodAfterwards)
        }
    }

    @Test("a garbled response is not HTTP, and the next one is", .timeLimit(.minutes(10)))
    func garble() async throws {
        try await withFault("garble", "{}") { port in
            let response = try await RawConnection.get("/v2/health", port: port)
            #expect(response == "HTTP/banana 200 perhaps\r\n\r\n")
            #expect(try await RawConnection.get("/v2/health", port: port).hasPrefix("HTTP/1.1 200 "))
        }
    }
}
