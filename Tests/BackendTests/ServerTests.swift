import Foundation
import NIOCore
import Testing

@testable import Backend

/// Tests that require a socket.
struct ServerTests {
    @Test("the server reports its address, serves there with links to itself, and stops when cancelled")
    func lifecycle() async throws {
        let port = try await LiveBackend.run { port in
            let response = try await RawConnection.get("/v2/health", port: port)
            #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n") && response.hasSuffix(#"{"status":"ok"}"#))
            let token = try await RawConnection.logIn(DemoAccount.ada, port: port).access
            let list = try await RawConnection.get("/v2/users", port: port, "Authorization: Bearer \(token)\r\n")
            #expect(list.contains("Link: <http://127.0.0.1:\(port)/v2/users?page=1&per_page=20>"))
            return port
        }
        await #expect(throws: (any Error).self) { try await RawConnection.get("/v2/health", port: port) }
    }

    @Test("100 Continue is sent on request, a refused upload is read to its end, and bytes that are not HTTP get 400")
    func unusualRequests() async throws {
        try await LiveBackend.run { port in
            let login = "/v2/auth/login"
            let expecting = try await RawConnection.post(login, "{}", port: port, "Expect: 100-continue\r\n")
            #expect(expecting.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422 "))
            let body = String(repeating: " ", count: 1_900_000)
            #expect(try await RawConnection.post(login, body, port: port).hasPrefix("HTTP/1.1 413 "))
            let fields = "Host: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
            for start in ["", "POST \(login)"] {
                let response = try await RawConnection.exchange("\(start) HTTP/1.1\r\n\(fields)\r\nx\r\n", port: port)
                #expect(response.statuses == ["400"])
            }
        }
    }

    @Test(
        "a path in any legal form is found, and a request without one host or with an unknown transfer coding is not",
        arguments: [
            ("GET /v2/%68e%61lth HTTP/1.1", "Host: x", "200"), ("GET http://x/v2/health HTTP/1.1", "Host: x", "200"),
            ("GET /v2/health HTTP/1.0", "A: b", "200"), ("GET /v2/health HTTP/1.1", "Host:", "200"),
            ("GET /v2%2Fhealth HTTP/1.1", "Host: x", "404"), ("GET /v2/%68%zz HTTP/1.1", "Host: x", "404"),
            ("GET /v2/health HTTP/1.1", "A: b", "400"), ("GET /v2/health HTTP/1.1", "Host: x\r\nHost: x", "400"),
            ("POST /v2/auth/login HTTP/1.1", "Host: x\r\nTransfer-Encoding: gzip, chunked", "501"),
        ])
    func forms(line: String, fields: String, status: String) async throws {
        try await LiveBackend.run { port in
            let rest = fields.contains("chunked") ? "0\r\n\r\n" : ""
            let response = try await RawConnection.exchange(
                "\(line)\r\n\(fields)\r\nConnection: close\r\n\r\n\(rest)", port: port)
            #expect(response.statuses == [Substring(status)], "\(response)")
        }
    }

    @Test("a connection that is silent, or stops in a head, is closed", arguments: ["", "GET /v2/health HTT"])
    func idle(text: String) async throws {
        try await LiveBackend.run {
            $0.idleTimeout = .milliseconds(200)
        } _: { port in
            let received = try await RawConnection.exchange(text, port: port)
            #expect(received == "")
        }
    }

    @Test("an unknown host, another machine's address, and a remote host that is not allowed are refused")
    func hosts() async throws {
        func error(_ host: String, isAllowed: Bool, faults: Bool) async throws -> BackendError? {
            await #expect(throws: BackendError.self) {
                try await LiveBackend.run { configuration in
                    (configuration.host, configuration.allowsRemoteHost, configuration.faults) = (
                        host, isAllowed, faults
                    )
                } _: { _ in
                }
            }
        }
        for host in ["192.0.2.1", "strata.invalid"] {
            guard case .hostUnavailable(host, _, _) = try await error(host, isAllowed: true, faults: false) else {
                Issue.record("\(host) is no error")
                continue
            }
        }
        for host in ["0.0.0.0", "::", "example.com", "127.1", "127.0.0.1.example.com"] {
            #expect(try await error(host, isAllowed: false, faults: true) == .remoteHostRefused(host: host))
            #expect(try await error(host, isAllowed: true, faults: true) == .remoteFaultsRefused(host: host))
        }
    }

    @Test("a shutdown does not wait for an endless request", .timeLimit(.minutes(10)))
    func boundedShutdown() async throws {
        let pending = try await LiveBackend.run {
            $0.shutdownGrace = .milliseconds(50)
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
