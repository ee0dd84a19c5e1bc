import Foundation
import NIOCore
import Testing

@testable import Backend

/// Tests that require a socket.
struct ServerTests {
    private static let health = "GET /v2/health HTTP/1.1\r\nHost: x\r\n"

    @Test("the server reports its address, serves there, and stops when cancelled")
    func lifecycle() async throws {
        let port = try await LiveBackend.run { port in
            let response = try await RawConnection.get("/v2/health", port: port)
            #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(response.hasSuffix(#"{"status":"ok"}"#))
            return port
        }
        await #expect(throws: (any Error).self) { try await RawConnection.get("/v2/health", port: port) }
    }

    @Test(
        "after a request that closes the connection, no other is answered",
        arguments: [
            "\(health)Connection: close\r\n", "\(health)Connection: Close\r\n", "\(health)Connection: TE, close\r\n",
            "\(health)Connection: TE\r\nConnection: close\r\n", "GET /v2/health HTTP/1.0\r\n",
        ])
    func close(head: String) async throws {
        try await LiveBackend.run { port in
            // In the same segment, and after the response.
            for second in [Self.health + "\r\n", ""] {
                let response = try await RawConnection.exchange("\(head)\r\n\(second)", port: port)
                #expect(response.statuses == ["200"])
                #expect(response.contains("Connection: close\r\n") && response.hasSuffix(#"{"status":"ok"}"#))
            }
        }
    }

    @Test("requests on a connection that stays open are answered in order, HTTP/1.0 if it asks for that")
    func keepAlive() async throws {
        try await LiveBackend.run { port in
            for head in [Self.health, "GET /v2/health HTTP/1.0\r\nConnection: Keep-Alive\r\n"] {
                let response = try await RawConnection.exchange(
                    "\(head)\r\n\(head)\r\n\(Self.health)Connection: close\r\n\r\n", port: port)
                #expect(response.statuses == ["200", "200", "200"])
            }
        }
    }

    @Test("a request with Expect: 100-continue gets 100 Continue")
    func expectContinue() async throws {
        try await LiveBackend.run { port in
            let response = try await RawConnection.post(
                "/v2/auth/login", "{}", port: port, "Expect: 100-continue\r\n")
            #expect(response.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422 "))
        }
    }

    @Test("bytes that are not HTTP, and a malformed chunk, get one 400", arguments: ["", "POST /v2/auth/login"])
    func noHTTP(start: String) async throws {
        try await LiveBackend.run { port in
            let fields = "Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
            let response = try await RawConnection.exchange("\(start) HTTP/1.1\r\n\(fields)\r\nx\r\n", port: port)
            #expect(response.statuses == ["400"])
        }
    }

    @Test("a connection that is silent, or stops in a head, is closed", arguments: ["", "GET /v2/health HTT"])
    func idle(text: String) async throws {
        try await LiveBackend.run {
            $0.limits.idleTimeout = .milliseconds(200)
        } _: { port in
            let received = try await RawConnection.exchange(text, port: port)
            #expect(received == "")
        }
    }

    @Test("a refused upload is read to its end, so that its client receives the response")
    func refusedUpload() async throws {
        try await LiveBackend.run { port in
            let body = String(repeating: " ", count: 1_900_000)
            let response = try await RawConnection.post("/v2/auth/login", body, port: port)
            #expect(response.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("the callback can send requests and await the responses")
    func callback() async throws {
        try await withTemporaryFolder { folder in
            let (responses, continuation) = AsyncStream.makeStream(of: String.self)
            let server = BackendServer(configuration: .forTests(folder))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await server.run { url in
                        continuation.yield((try? await RawConnection.get("/v2/health", port: url.port ?? 0)) ?? "")
                    }
                }
                var iterator = responses.makeAsyncIterator()
                #expect(await iterator.next()?.contains("200 OK") == true)
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }

    @Test("links contain the server's own address, and not the request's Host")
    func links() async throws {
        try await LiveBackend.run { port in
            let token = try await RawConnection.token(port: port)
            let page = try await RawConnection.get(
                "/v2/time-entries?per_page=1", port: port, "Authorization: Bearer \(token)\r\n")
            #expect(page.contains("<http://127.0.0.1:\(port)/v2/time-entries?"))
        }
    }

    @Test("two servers in one process are independent, and a port in use is reported with its number")
    func twoServers() async throws {
        try await LiveBackend.run { first in
            try await LiveBackend.run(configure: { $0.seed = false }) { second in
                let login = #"{"email":"ada@example.com","password":"analytical-engine"}"#
                let found = try await RawConnection.post("/v2/auth/login", login, port: first)
                let missing = try await RawConnection.post("/v2/auth/login", login, port: second)
                #expect(found.contains(" 200 OK") && missing.contains(" 401 "))
            }
            await #expect(throws: BackendError.portInUse(host: "127.0.0.1", port: first)) {
                try await LiveBackend.run(configure: { $0.port = first }) { _ in }
            }
        }
    }

    @Test(
        "the server cannot listen on an unknown host or another machine's address",
        arguments: ["192.0.2.1", "strata.invalid"])
    func foreignHost(host: String) async throws {
        await #expect {
            try await LiveBackend.run { configuration in
                (configuration.host, configuration.allowsRemoteHost, configuration.faults) = (host, true, false)
            } _: { _ in
            }
        } throws: { error in
            if case BackendError.hostUnavailable(host, _, _) = error { true } else { false }
        }
    }

    @Test(
        "a remote host must be allowed, and never has fault switches",
        arguments: ["0.0.0.0", "::", "example.com", "127.1", "127.0.0.1.example.com"])
    func remoteHosts(host: String) async throws {
        for (isAllowed, error) in [
            (false, BackendError.remoteHostRefused(host: host)), (true, .remoteFaultsRefused(host: host)),
        ] {
            await #expect(throws: error) {
                try await LiveBackend.run { configuration in
                    (configuration.host, configuration.allowsRemoteHost) = (host, isAllowed)
                } _: { _ in
                }
            }
        }
    }

    @Test("a shutdown does not wait for an endless request", .timeLimit(.minutes(10)))
    func boundedShutdown() async throws {
        let pending = try await LiveBackend.run {
            $0.limits.shutdownGrace = .milliseconds(50)
        } _: { port in
            let exchange = Task {
                try await RawConnection.exchange(
                    "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 9\r\n\r\n{", port: port)
            }
            while try await !RawConnection.get("/faults/counters", port: port).contains(#""logins":1"#) {}
            return exchange
        }
        // The server closed the connection, so the exchange ends.
        _ = await pending.result
    }
}
