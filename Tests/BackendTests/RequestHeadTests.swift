import Foundation
import NIOCore
import Testing

@testable import Backend

/// Requests that violate RFC 9112, sent as raw bytes.
struct RequestHeadTests {
    /// Sends `text` to a new server, and expects one problem and the end of the connection.
    private func expectOneProblem(
        _ text: String, _ status: Int, _ code: String, configure: (inout BackendConfiguration) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder, configure: configure) { port in
                let response = try await RawConnection.exchange(text, port: port)
                #expect(response.hasPrefix("HTTP/1.1 \(status) "), sourceLocation: sourceLocation)
                #expect(response.contains(#""code":"\#(code)""#), sourceLocation: sourceLocation)
                #expect(response.contains("\r\nConnection: close\r\n"), sourceLocation: sourceLocation)
                #expect(response.statuses.count == 1, sourceLocation: sourceLocation)
            }
        }
    }

    @Test(
        "a request without Host, with two, or with an invalid one gets 400",
        arguments: [
            "", "Host: a\r\nHost: a\r\n", "Host: a\r\nhOST: b\r\n", "Host:\r\n", "Host: :80\r\n", "Host: a b\r\n",
            "Host: a, b\r\n", "Host: user@a\r\n", "Host: a/b\r\n", "Host: http://a\r\n", "Host: a:b\r\n",
            "Host: a:65536\r\n", "Host: a:-0\r\n", "Host: a:80:80\r\n", "Host: a%zz\r\n", "Host: a%2\r\n",
            "Host: ::1\r\n", "Host: [::1\r\n", "Host: [::1]x\r\n", "Host: [127.0.0.1]\r\n", "Host: []\r\n",
            "Host: ä\r\n", "Host: a?b\r\n", "Host: a#b\r\n",
        ])
    func host(fields: String) async throws {
        try await expectOneProblem("GET /v2/health HTTP/1.1\r\n\(fields)\r\n", 400, "bad_request")
    }

    @Test(
        "a valid Host is accepted",
        arguments: [
            "a", "A.example:80", "a:", "127.0.0.1:8080", "[::1]", "[::1]:65535", "a%2Fb", "my_host!$&'()*+,;=~", "x  ",
        ])
    func validHost(host: String) async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange(
                    "GET /v2/health HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", port: port)
                #expect(response.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("HTTP/1.0 needs no Host, and its connection closes after the response")
    func oldVersion() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange("GET /v2/health HTTP/1.0\r\n\r\n", port: port)
                #expect(response.hasPrefix("HTTP/1.1 200 "))
                #expect(response.hasSuffix(#"{"status":"ok"}"#))
            }
        }
        try await expectOneProblem("GET /v2/health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "bad_request")
    }

    @Test(
        "a version other than 1.1 and 1.0 gets 505, HTTP/0.9 after its first line",
        arguments: [
            "GET /v2/health\r\n", "GET /v2/health\n", "GET /v2/health\r\n\r\n", "GET /v2/health HTTP/0.9\r\n\r\n",
            "GET /v2/health HTTP/1.2\r\nHost: x\r\n\r\n", "GET /v2/health HTTP/2.0\r\nHost: x\r\n\r\n",
            "GET /v2/health HTTP/3.0\r\nHost: x\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
    func versions(text: String) async throws {
        try await expectOneProblem(text, 505, "http_version_not_supported")
    }

    @Test(
        "an unsupported transfer coding gets 501, and one that hides the body's end 400",
        arguments: [
            ("Transfer-Encoding: gzip, chunked", "1.1", 501), ("Transfer-Encoding: x ,CHUNKED", "1.1", 501),
            ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "1.1", 501),
            ("Transfer-Encoding: gzip", "1.1", 400), ("Transfer-Encoding: chunked, gzip", "1.1", 400),
            ("Transfer-Encoding: chunked, chunked", "1.1", 400), ("Transfer-Encoding:", "1.1", 400),
            ("Transfer-Encoding: chunked", "1.0", 400), ("Transfer-Encoding: chunked\r\nContent-Length: 5", "1.1", 400),
            ("Content-Length: 5\r\nContent-Length: 6", "1.1", 400), ("Content-Length: +5", "1.1", 400),
        ])
    func transferCodings(fields: String, version: String, status: Int) async throws {
        for path in ["POST /v2/auth/login", "GET /v2/health"] {
            try await expectOneProblem(
                "\(path) HTTP/\(version)\r\nHost: x\r\nContent-Type: application/json\r\n\(fields)\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                status, status == 501 ? "transfer_coding_not_implemented" : "bad_request")
        }
    }

    @Test("a malformed pipelined request gets its response after the first, and later requests are dropped")
    func pipelined() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let good = "GET /v2/health HTTP/1.1\r\nHost: x\r\n\r\n"
                let response = try await RawConnection.exchange(
                    good + "GET /v2/health HTTP/1.1\r\n\r\n" + good, port: port)
                #expect(response.statuses == ["200", "400"])
            }
        }
    }

    @Test("the response to a refused HEAD has no body")
    func refusedHead() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange("HEAD /v2/health HTTP/1.1\r\n\r\n", port: port)
                #expect(response.hasPrefix("HTTP/1.1 400 ") && response.hasSuffix("\r\n\r\n"))
            }
        }
    }

    @Test(
        "ignored bytes around a request head count toward its limit",
        arguments: [
            (String(repeating: "\r\n", count: 250_000), ""),
            ("", "X:" + String(repeating: " ", count: 500_000) + "y\r\n"),
        ])
    func padding(before: String, within: String) async throws {
        try await expectOneProblem(
            "\(before)GET /v2/health HTTP/1.1\r\nHost: x\r\n\(within)\r\n", 431, "request_head_too_large")
    }
}
