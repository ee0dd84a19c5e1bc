import NIOCore
import Testing

@testable import Backend

/// Clients that are slow, send too much, or do not speak HTTP.
struct ServerLimitTests {
    @Test("a slow request body gets 408, however steadily it arrives", .timeLimit(.minutes(10)))
    func slowBody() async throws {
        try await withTemporaryFolder { folder in
            // Each byte arrives within the idle timeout, so only the time limit of the request can end this.
            try await LiveBackend.run(in: folder) { configuration in
                configuration.limits.requestReadTimeout = .milliseconds(300)
                configuration.limits.idleTimeout = .seconds(30)
            } _: { port in
                let response = try await RawConnection.exchange(
                    "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 10000\r\n\r\n", dripping: " ", port: port)
                #expect(response.hasPrefix("HTTP/1.1 408 "))
                #expect(response.contains(#""code":"request_timeout""#))
            }
        }
    }

    @Test("a slow request head gets 408, however steadily it arrives", .timeLimit(.minutes(10)))
    func slowHead() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { configuration in
                configuration.limits.requestHeadTimeout = .milliseconds(300)
            } _: { port in
                let response = try await RawConnection.exchange(
                    "GET /v2/health HTTP/1.1\r\nX: ", dripping: "y", port: port)
                #expect(response.hasPrefix("HTTP/1.1 408 "))
                #expect(response.contains(#""code":"request_timeout""#))
            }
        }
    }

    @Test(
        "clients that send nothing, or half a request, do not block others", .timeLimit(.minutes(10)),
        arguments: [
            "", "GET /v2/health HTTP/1.1\r\nX: y",
            "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
            "GET /v2/health HTTP/1.1\r\nHost: x\r\n\r\n",
        ])
    func silentConnections(text: String) async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { configuration in
                configuration.limits.connections = 8
                configuration.limits.waitingConnections = 4
                // None of these closes the connections.
                configuration.limits.idleTimeout = .seconds(3_600)
                configuration.limits.requestHeadTimeout = .seconds(3_600)
                configuration.limits.requestReadTimeout = .seconds(3_600)
            } _: { port in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 { group.addTask { _ = try await RawConnection.exchange(text, port: port) } }
                    // The connections that were silent longest are closed, so that all twenty are accepted.
                    for _ in 0..<16 { try await group.next() }
                    let response = try await RawConnection.get("/v2/health", port: port)
                    #expect(response.hasPrefix("HTTP/1.1 200 "))
                    group.cancelAll()
                }
            }
        }
    }

    @Test("a request with Expect: 100-continue gets 100 Continue")
    func expectContinue() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange(
                    "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", port: port)
                #expect(response.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422 "))
            }
        }
    }

    @Test("a connection that is silent, or stops in a head, is closed", arguments: ["", "GET /v2/health HTT"])
    func idle(text: String) async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                $0.limits.idleTimeout = .milliseconds(200)
            } _: { port in
                let response = try await RawConnection.exchange(text, port: port)
                #expect(response == "")
            }
        }
    }

    @Test("a request head that is too large, or has too many fields, gets 431")
    func largeHead() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { configuration in
                configuration.limits.requestHead = 1000
                configuration.limits.headerFields = 10
            } _: { port in
                let many = (0..<20).map { "X-\($0): y\r\n" }.joined()
                for fields in ["X: \(String(repeating: "y", count: 2000))\r\n", many] {
                    let response = try await RawConnection.get("/v2/health", port: port, fields)
                    #expect(response.hasPrefix("HTTP/1.1 431 "))
                    #expect(response.contains(#""code":"request_head_too_large""#))
                    #expect(response.contains("X-Request-Id: "))
                }
            }
        }
    }

    @Test(
        "bytes that are not HTTP get 400",
        arguments: [
            "\u{16}\u{3}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nA b: c\r\n\r\n",
        ])
    func noHTTP(text: String) async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange(text, port: port)
                #expect(response.hasPrefix("HTTP/1.1 400 "))
                #expect(response.contains("application/problem+json"))
            }
        }
    }

    @Test("a malformed chunk gets 400")
    func brokenChunk() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange(
                    "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n", port: port)
                #expect(response.hasPrefix("HTTP/1.1 400 "))
                #expect(response.contains(#""code":"bad_request""#))
            }
        }
    }

    @Test("a refused upload is read to its end up to the limit, and closes the connection beyond")
    func refusedUpload() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                $0.limits.requestBody = 2_000_000
            } _: { port in
                func post(_ length: Int) async throws -> String {
                    try await RawConnection.exchange(
                        "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(length)\r\n\r\n" + String(repeating: " ", count: length)
                            + "GET /v2/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", port: port)
                }
                let read = try await post(1_900_000)
                #expect(read.hasPrefix("HTTP/1.1 413 "))
                #expect(read.hasSuffix(#"{"status":"ok"}"#))
                let cut = try await post(4_000_000)
                #expect(!cut.contains(#"{"status":"ok"}"#))
            }
        }
    }
}
