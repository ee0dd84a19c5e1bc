import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct FaultTests {
    private func arm(_ backend: TestBackend, _ name: String, _ json: String = "{}") async throws {
        let response = try await backend.send(.post, "/faults/\(name)", json: json)
        #expect(response.status == .noContent, "\(response.text)")
    }

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

    @Test("the counters list the latest 100 downloads")
    func bound() {
        var counters = RequestCountersBody()
        for number in 1...150 { counters.note(.init(path: "/\(number)", range: nil, status: 200)) }
        #expect(counters.downloads.map(\.path) == (51...150).map { "/\($0)" })
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
            try await arm(backend, "refuse", #"{"count":2,"path":"/v2/health"}"#)
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
            try await arm(backend, "refuse", json)
            let response = try await backend.send(.get, "/v2/health")
            #expect(response.status.code == status)
            #expect(response.headers[.retryAfter] == value)
        }
    }

    @Test("a truncated response has a matching Content-Length")
    func truncation() async throws {
        try await TestBackend.run { backend in
            try await arm(backend, "truncate", #"{"to":6}"#)
            let response = try await backend.send(.get, "/v2/health")
            #expect(response.status == .ok && response.text == #"{"stat"#)
            #expect(response.headers[.contentLength] == "6")
            #expect(try await backend.send(.get, "/v2/health").text == #"{"status":"ok"}"#)
        }
    }

    @Test("a dripped or delayed response has the same body", arguments: ["drip", "delay"])
    func slowness(name: String) async throws {
        try await TestBackend.run { backend in
            try await arm(backend, name, #"{"milliseconds":5}"#)
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
                try await arm(backend, name, #"{"count":10}"#)
            }
            try await arm(backend, "disarm")
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
            let problem = try response.expectProblem(.unprocessableContent, "validation_failed")
            #expect(problem.errors?.map { "\($0.field) \($0.code)" } == [error])
        }
    }
}
