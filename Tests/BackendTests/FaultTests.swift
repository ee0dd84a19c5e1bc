import Foundation
import HTTPTypes
import Testing

@testable import Backend

struct FaultTests {
    @Test("the counters count requests, and not those to /faults")
    func counters() async throws {
        try await TestBackend.run { backend in
            let tokens = try await backend.logIn(DemoAccount.ada)
            _ = try await backend.refresh(tokens.refreshToken)
            _ = try await backend.refresh("spent")
            _ = try await backend.send(.get, "/v2/users/me")
            _ = try await backend.send(.get, "/nowhere")
            let token = try await backend.token(of: "u-grace")
            _ = try await backend.send(.get, "/v2/files/sample-9", token: token, headers: [.range: "bytes=3-"])
            let counted = try await backend.send(.get, "/faults/counters")
            #expect(
                counted.text == """
                    {"downloads":[{"path":"/v2/files/sample-9","range":"bytes=3-","status":206}],"logins":1,\
                    "refreshes":2,"requests":6,"routes":{"GET /v2/files/{name}":1,"GET /v2/users/me":1,\
                    "POST /v2/auth/login":1,"POST /v2/auth/refresh":2},"unauthorized":2}
                    """)
            try await backend.arm("reset-counters")
            let reset = try await backend.send(.get, "/faults/counters")
            #expect(
                reset.text
                    == #"{"downloads":[],"logins":0,"refreshes":0,"requests":0,"routes":{},"unauthorized":0}"#)
        }
    }

    @Test("a reset brings back the first data, and ends sessions, faults and counts")
    func reset() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccount.ada).accessToken
            _ = try await backend.send(.delete, "/v2/users/u-ada", token: token)
            try await backend.arm("refuse", #"{"path":"/v2/health"}"#)
            try await backend.arm("reset")
            #expect(try await backend.outcome(.get, "/v2/health") == "200")
            #expect(try await backend.send(.get, "/v2/users/me", token: token).status == .unauthorized)
            let again = try await backend.logIn(DemoAccount.ada).accessToken
            #expect(try await backend.send(.get, "/v2/users/me", token: again).status == .ok)
        }
    }

    @Test("without the setting, fault switches are unknown paths")
    func absent() async throws {
        try await TestBackend.run {
            $0.faults = false
        } _: { backend in
            for name in Fault.names + ["counters", "expire-access-tokens", "reset-counters", "reset", "disarm"] {
                for method in [HTTPRequest.Method.get, .post] {
                    let outcome = try await backend.outcome(method, "/faults/\(name)", "{}")
                    #expect(outcome == "404 not_found")
                }
            }
        }
    }

    @Test("a refusal affects the set number of requests with the path's prefix, and disarm ends every fault")
    func refusals() async throws {
        try await TestBackend.run { backend in
            try await backend.arm("refuse", #"{"count":2,"path":"/v2/health"}"#)
            _ = try await backend.logIn(DemoAccount.ada)
            for _ in 1...2 {
                let refused = try await backend.send(.get, "/v2/health")
                #expect(try refused.outcome == "503 refused" && refused.headers[.retryAfter] == nil)
            }
            #expect(try await backend.outcome(.get, "/v2/health") == "200")
            for name in Fault.names { try await backend.arm(name, #"{"count":10}"#) }
            try await backend.arm("disarm")
            #expect(try await backend.send(.get, "/v2/health").text == #"{"status":"ok"}"#)
        }
    }

    @Test(
        "a refusal has Retry-After in seconds or as a date",
        arguments: [
            (#"{"status":429,"retry_after":7}"#, 429, "7"), (#"{"status":503,"retry_after":0}"#, 503, "0"),
            (#"{"retry_after":60,"retry_after_as":"date"}"#, 503, "Sun, 01 Mar 2026 09:31:00 GMT"),
        ])
    func retryAfter(json: String, status: Int, value: String) async throws {
        try await TestBackend.run { backend in
            try await backend.arm("refuse", json)
            let response = try await backend.send(.get, "/v2/health")
            #expect(response.status.code == status && response.headers[.retryAfter] == value)
        }
    }

    @Test("a truncated response has a matching length, an error page its status, and a slow one the same body")
    func bodies() async throws {
        try await TestBackend.run { backend in
            try await backend.arm("truncate", #"{"to":6}"#)
            let truncated = try await backend.send(.get, "/v2/health")
            #expect(truncated.text == #"{"stat"# && truncated.headers[.contentLength] == "6")
            for (json, status) in [(#"{"path":"/v2/health"}"#, 500), (#"{"status":400}"#, 400)] {
                try await backend.arm("html", json)
                let page = try await backend.send(.get, "/v2/health")
                #expect(page.status.code == status && page.text.contains("<h1>Server Error</h1>"))
                #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            }
            // 15 pieces of one byte, or one delay.
            for (name, duration) in [("drip", 75), ("delay", 5)] {
                try await backend.arm(name, #"{"milliseconds":5}"#)
                let started = ContinuousClock.now
                #expect(try await backend.send(.get, "/v2/health").text == #"{"status":"ok"}"#)
                #expect(ContinuousClock.now - started >= .milliseconds(duration))
            }
        }
    }

    @Test("a delay after the effect begins when the request is counted")
    func delayedResponse() async throws {
        try await TestBackend.run { backend in
            try await backend.arm("delay", #"{"milliseconds":60000,"when":"after"}"#)
            let delayed = Task { try await backend.send(.get, "/v2/health") }
            var isCounted = false
            // Fewer than the delay has time for, if it comes before the effect.
            for _ in 1...50_000 where !isCounted {
                isCounted = try await backend.send(.get, "/faults/counters").text.contains(#""GET /v2/health":1"#)
            }
            #expect(isCounted)
            delayed.cancel()
            _ = await delayed.result
        }
    }

    @Test("invalid fault settings get the field's error")
    func validation() async throws {
        try await TestBackend.run { backend in
            for (name, json, error) in [
                ("refuse", #"{"status":418}"#, "status invalid"),
                ("refuse", #"{"status":"503"}"#, "status invalid_type"),
                ("refuse", #"{"count":-1}"#, "count invalid"), ("refuse", #"{"count":10001}"#, "count invalid"),
                ("refuse", #"{"retry_after":1.5}"#, "retry_after invalid_type"),
                ("refuse", #"{"path":"v2"}"#, "path invalid"),
                ("refuse", #"{"retry_after_as":"hours"}"#, "retry_after_as invalid"),
                ("refuse", #"{"statis":503}"#, "statis unexpected"),
                ("delay", #"{"milliseconds":-1}"#, "milliseconds invalid"),
                ("delay", #"{"when":"never"}"#, "when invalid"),
                ("drip", #"{"bytes":0}"#, "bytes invalid"), ("cut", #"{"how":"politely"}"#, "how invalid"),
                ("cut", #"{"after":-1}"#, "after invalid"), ("truncate", #"{"to":-1}"#, "to invalid"),
                ("hang-up", #"{"when":"never"}"#, "when invalid"), ("html", #"{"status":200}"#, "status invalid"),
                ("garble", #"{"bytes":1}"#, "bytes unexpected"),
            ] {
                let outcome = try await backend.outcome(.post, "/faults/\(name)", json)
                #expect(outcome == "422 \(error)")
            }
        }
    }
}

/// Faults that require a socket.
struct BrokenConnectionTests {
    private func withFault(
        _ name: String, _ json: String, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await LiveBackend.run { port in
            #expect(try await RawConnection.post("/faults/\(name)", json, port: port).hasPrefix("HTTP/1.1 204 "))
            try await body(port)
            #expect(try await RawConnection.get("/v2/health", port: port).hasSuffix(#"{"status":"ok"}"#))
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
        }
    }

    @Test(
        "a hang-up closes the connection without a byte, and garbage is not HTTP", .timeLimit(.minutes(10)),
        arguments: [
            ("hang-up", #"{"how":"reset"}"#, ""), ("hang-up", #"{"how":"close"}"#, ""),
            ("hang-up", #"{"how":"close","when":"after"}"#, ""), ("garble", "{}", "HTTP/banana 200 perhaps\r\n\r\n"),
        ])
    func noResponse(name: String, json: String, bytes: String) async throws {
        try await withFault(name, json) { port in
            let received = try await RawConnection.get("/v2/health", port: port)
            #expect(received == bytes)
        }
    }

    @Test(
        "a request is processed before a hang-up only if the fault says so", .timeLimit(.minutes(10)),
        arguments: [("before", "200"), ("after", "401")])
    func moment(when: String, retry: String) async throws {
        try await withFault("hang-up", #"{"when":"\#(when)","path":"/v2/auth/refresh"}"#) { port in
            // The token of a lost response is used.
            let json = #"{"refresh_token":"\#(try await RawConnection.logIn(port: port).refresh)"}"#
            #expect(try await RawConnection.post("/v2/auth/refresh", json, port: port) == "")
            let second = try await RawConnection.post("/v2/auth/refresh", json, port: port)
            #expect(second.hasPrefix("HTTP/1.1 \(retry) "))
        }
    }
}
