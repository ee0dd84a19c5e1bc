import Foundation
import HTTPTypes
import Testing

@testable import Backend

struct FaultTests {
    @Test("the counters count requests, and not those to /faults")
    func counters() async throws {
        try await TestBackend.run { backend in
            let tokens = try await backend.logIn(DemoAccounts.ada)
            _ = try await backend.refresh(tokens.refresh)
            _ = try await backend.refresh("spent")
            _ = try await backend.send(.get, "/v2/users/me")
            _ = try await backend.send(.get, "/nowhere")
            let token = try await backend.session(of: "u-grace").access.text
            _ = try await backend.send(
                .get, "/v2/files/sample-9", token: token, headers: [.range: "bytes=3-"])
            let counted = try await backend.send(.get, "/faults/counters")
            #expect(
                counted.text == """
                    {"downloads":[{"path":"/v2/files/sample-9","range":"bytes=3-","status":206}],"logins":1,\
                    "refreshes":2,"requests":6,"routes":{"GET /v2/files/{name}":1,"GET /v2/users/me":1,\
                    "POST /v2/auth/login":1,"POST /v2/auth/refresh":2},"unauthorized":2}
                    """)
            #expect(try await backend.send(.post, "/faults/reset-counters").status == .noContent)
            let reset = try await backend.send(.get, "/faults/counters")
            #expect(
                reset.text
                    == #"{"downloads":[],"logins":0,"refreshes":0,"requests":0,"routes":{},"unauthorized":0}"#)
        }
    }

    @Test(
        "without the setting, fault switches are unknown paths",
        arguments: [
            "counters", "expire-access-tokens", "reset-counters", "disarm", "refuse", "delay", "drip", "cut",
            "truncate", "hang-up", "garble", "html",
        ])
    func absent(name: String) async throws {
        try await TestBackend.run {
            $0.faults = false
        } _: { backend in
            try await backend.send(.get, "/faults/\(name)").expectProblem(.notFound, "not_found")
            try await backend.send(.post, "/faults/\(name)", json: "{}").expectProblem(.notFound, "not_found")
        }
    }

    @Test("a refusal affects the set number of requests with the path's prefix")
    func refusals() async throws {
        try await TestBackend.run { backend in
            try await backend.arm("refuse", #"{"count":2,"path":"/v2/health"}"#)
            _ = try await backend.logIn(DemoAccounts.ada)
            for _ in 1...2 {
                let refused = try await backend.send(.get, "/v2/health")
                try refused.expectProblem(.serviceUnavailable, "refused")
                #expect(refused.headers[.retryAfter] == nil)
            }
            #expect(try await backend.send(.get, "/v2/health").status == .ok)
        }
    }

    @Test(
        "a refusal has Retry-After in seconds or as a date",
        arguments: [
            (#"{"status":429,"retry_after":7}"#, 429, "7"),
            (#"{"status":503,"retry_after":0}"#, 503, "0"),
            (#"{"retry_after":60,"retry_after_as":"date"}"#, 503, "Sun, 01 Mar 2026 09:31:00 GMT"),
        ])
    func retryAfter(json: String, status: Int, value: String) async throws {
        try await TestBackend.run { backend in
            try await backend.arm("refuse", json)
            let response = try await backend.send(.get, "/v2/health")
            #expect(response.status.code == status)
            #expect(response.headers[.retryAfter] == value)
        }
    }

    @Test("a truncated response has a matching Content-Length")
    func truncation() async throws {
        try await TestBackend.run { backend in
            try await backend.arm("truncate", #"{"to":6}"#)
            let response = try await backend.send(.get, "/v2/health")
            #expect(response.status == .ok && response.text == #"{"stat"#)
            #expect(response.headers[.contentLength] == "6")
            #expect(try await backend.send(.get, "/v2/health").text == #"{"status":"ok"}"#)
        }
    }

    @Test("a dripped or delayed response has the same body", arguments: ["drip", "delay"])
    func slowness(name: String) async throws {
        try await TestBackend.run { backend in
            try await backend.arm(name, #"{"milliseconds":5}"#)
            let started = ContinuousClock.now
            let response = try await backend.send(.get, "/v2/health")
            #expect(response.text == #"{"status":"ok"}"#)
            // 15 pieces of one byte, or one delay.
            #expect(ContinuousClock.now - started >= .milliseconds(name == "drip" ? 75 : 5))
        }
    }

    @Test("disarm ends every fault")
    func disarm() async throws {
        try await TestBackend.run { backend in
            for name in ["refuse", "delay", "drip", "cut", "truncate", "hang-up", "garble"] {
                try await backend.arm(name, #"{"count":10}"#)
            }
            try await backend.arm("disarm")
            #expect(try await backend.send(.get, "/v2/health").text == #"{"status":"ok"}"#)
        }
    }

    @Test(
        "invalid fault settings get the field's error",
        arguments: [
            ("refuse", #"{"status":418}"#, "status invalid"), ("refuse", #"{"status":"503"}"#, "status invalid"),
            ("refuse", #"{"count":-1}"#, "count invalid"), ("refuse", #"{"count":10001}"#, "count invalid"),
            ("refuse", #"{"retry_after":1.5}"#, "retry_after invalid"), ("refuse", #"{"path":"v2"}"#, "path invalid"),
            ("refuse", #"{"retry_after_as":"hours"}"#, "retry_after_as invalid"),
            ("refuse", #"{"statis":503}"#, "statis unexpected"),
            ("delay", #"{"milliseconds":-1}"#, "milliseconds invalid"),
            ("drip", #"{"bytes":0}"#, "bytes invalid"), ("cut", #"{"how":"politely"}"#, "how invalid"),
            ("cut", #"{"after":null}"#, "after invalid"), ("truncate", #"{"to":-1}"#, "to invalid"),
            ("hang-up", #"{"when":"never"}"#, "when invalid"), ("garble", #"{"bytes":1}"#, "bytes unexpected"),
        ])
    func validation(name: String, json: String, error: String) async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(.post, "/faults/\(name)", json: json)
            try response.expectErrors([error])
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
            let login = try await RawConnection.post(
                "/v2/auth/login", #"{"email":"ada@example.com","password":"analytical-engine"}"#, port: port)
            let token = try #require(login.firstMatch(of: /"refresh_token":"([^"]+)"/)?.1)
            let json = #"{"refresh_token":"\#(token)"}"#
            #expect(try await RawConnection.post("/v2/auth/refresh", json, port: port) == "")
            // The token of the lost response is used.
            #expect(
                try await RawConnection.post("/v2/auth/refresh", json, port: port).hasPrefix("HTTP/1.1 200 ")
                    == isGoodAfterwards)
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
