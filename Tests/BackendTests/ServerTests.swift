import Foundation
import NIOCore
import Testing

@testable import Backend

/// Tests that require a socket.
struct ServerTests {
    @Test("the server reports its address, serves there, and stops when cancelled")
    func lifecycle() async throws {
        try await withTemporaryFolder { folder in
            let port = try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.get("/v2/health", port: port)
                #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(response.hasSuffix(#"{"status":"ok"}"#))
                return port
            }
            await #expect(throws: (any Error).self) { try await RawConnection.get("/v2/health", port: port) }
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

    @Test("links contain the server's own address")
    func links() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                $0.addItems()
            } _: { port in
                let login = #"{"email":"ada@example.com","password":"analytical-engine"}"#
                let response = try await RawConnection.exchange(
                    "POST /v2/auth/login HTTP/1.1\r\nHost: elsewhere\r\nContent-Type: application/json\r\n"
                        + "Connection: close\r\nContent-Length: \(login.utf8.count)\r\n\r\n\(login)", port: port)
                let token = try #require(response.firstMatch(of: /"access_token":"([^"]+)"/)?.1)
                let created = try await RawConnection.exchange(
                    "POST /items HTTP/1.1\r\nHost: elsewhere\r\nAuthorization: Bearer \(token)\r\n"
                        + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: 12\r\n\r\n"
                        + #"{"name":"i"}"#, port: port)
                #expect(created.contains("Location: http://127.0.0.1:\(port)/items/i\r\n"))
            }
        }
    }

    @Test("two servers in one process are independent")
    func twoServers() async throws {
        try await withTemporaryFolder { first in
            try await withTemporaryFolder { second in
                try await LiveBackend.run(in: first) { firstPort in
                    try await LiveBackend.run(in: second, configure: { $0.seed = false }) { secondPort in
                        #expect(firstPort != secondPort)
                        let login = #"{"email":"ada@example.com","password":"analytical-engine"}"#
                        let request =
                            "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + "Connection: close\r\nContent-Length: \(login.utf8.count)\r\n\r\n\(login)"
                        let first = try await RawConnection.exchange(request, port: firstPort)
                        let second = try await RawConnection.exchange(request, port: secondPort)
                        #expect(first.contains(" 200 OK"))
                        #expect(second.contains(" 401 "))
                    }
                }
            }
        }
    }

    @Test("a port in use is reported with its number")
    func portInUse() async throws {
        try await withTemporaryFolder { first in
            try await withTemporaryFolder { second in
                try await LiveBackend.run(in: first) { port in
                    await #expect(throws: BackendError.portInUse(host: "127.0.0.1", port: port)) {
                        try await LiveBackend.run(in: second, configure: { $0.port = port }) { _ in }
                    }
                }
            }
        }
    }

    @Test(
        "the server cannot listen on an unknown host or another machine's address",
        arguments: ["192.0.2.1", "strata.invalid"])
    func foreignHost(host: String) async throws {
        try await withTemporaryFolder { folder in
            var configuration = BackendConfiguration.forTests(folder)
            configuration.host = host
            configuration.allowsRemoteHost = true
            configuration.faults = false
            let server = BackendServer(configuration: configuration)
            await #expect {
                try await server.run()
            } throws: { error in
                if case BackendError.hostUnavailable(host, _, _) = error { true } else { false }
            }
        }
    }

    @Test(
        "a remote host must be allowed, and never has fault switches",
        arguments: ["0.0.0.0", "::", "example.com", "127.1", "127.0.0.1.example.com"])
    func remoteHosts(host: String) async throws {
        try await withTemporaryFolder { folder in
            var configuration = BackendConfiguration.forTests(folder)
            configuration.host = host
            await #expect(throws: BackendError.remoteHostRefused(host: host)) {
                try await BackendServer(configuration: configuration).run()
            }
            configuration.allowsRemoteHost = true
            await #expect(throws: BackendError.remoteFaultsRefused(host: host)) {
                try await BackendServer(configuration: configuration).run()
            }
        }
    }

    @Test("a shutdown does not wait for an endless request", .timeLimit(.minutes(10)))
    func boundedShutdown() async throws {
        try await withTemporaryFolder { folder in
            let started = ContinuousClock.now
            let pending = try await LiveBackend.run(in: folder) {
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
            #expect(ContinuousClock.now - started < .seconds(30))
        }
    }
}
