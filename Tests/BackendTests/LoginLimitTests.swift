import Dispatch
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

/// Failed logins, sequential and concurrent.
struct LoginLimitTests {
    private func logIn(_ email: String, _ password: String, on backend: TestBackend) async throws -> TestResponse {
        try await backend.send(
            .post, "/v2/auth/login", json: #"{"email":"\#(email)","password":"\#(password)"}"#)
    }

    @Test(
        "ten wrong passwords pause an account, whether or not it exists",
        arguments: ["ada@example.com", "alan@example.com", "nobody@example.com"])
    func account(email: String) async throws {
        try await TestBackend.run { backend in
            for number in 0..<10 {
                let spelling = number % 2 == 0 ? email : email.uppercased()
                try await logIn(spelling, "wrong", on: backend).expectProblem(.unauthorized, "invalid_credentials")
            }
            backend.clock.advance(by: .seconds(100))
            let paused = try await logIn(email, "analytical-engine", on: backend)
            let problem = try paused.expectProblem(.tooManyRequests, "too_many_logins")
            #expect(paused.headers[.retryAfter] == "200")
            #expect(!problem.detail.contains(email))
            // Another account is not paused, and refused logins do not extend the pause.
            #expect(try await logIn("grace@example.com", "nanosecond-wire", on: backend).status == .ok)
            backend.clock.advance(by: .seconds(200))
            let expected: HTTPResponse.Status = email == "ada@example.com" ? .ok : .unauthorized
            #expect(try await logIn(email, "analytical-engine", on: backend).status == expected)
        }
    }

    @Test("successful logins are not counted")
    func success() async throws {
        try await TestBackend.run { backend in
            for _ in 0..<30 {
                let response = try await logIn("ada@example.com", "analytical-engine", on: backend)
                #expect(response.status == .ok)
            }
        }
    }

    @Test("failed logins from one address are counted together")
    func address() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                $0.limits.loginFailuresPerAddress = 3
            } _: { port in
                var statuses: [Substring] = []
                for number in 0..<4 {
                    let login = #"{"email":"\#(number)@example.com","password":"x"}"#
                    statuses += try await RawConnection.exchange(
                        "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + "Connection: close\r\nContent-Length: \(login.utf8.count)\r\n\r\n\(login)", port: port
                    ).statuses
                }
                #expect(statuses == ["401", "401", "401", "429"])
            }
        }
    }

    @Test("of 200 concurrent failed logins, ten passwords are checked")
    func burst() async throws {
        try await TestBackend.run { configuration in
            configuration.limits.passwordThreads = 1
            configuration.limits.passwordQueue = 1_000
        } _: { backend in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<200 {
                    group.addTask { try await logIn("ada@example.com", "wrong", on: backend).status.code }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [401: 10, 429: 190])
        }
    }

    @Test("while every password thread is busy, other requests succeed and logins beyond the queue get 503")
    func busyThreads() async throws {
        try await TestBackend.run { configuration in
            configuration.limits.passwordThreads = 1
            configuration.limits.passwordQueue = 1
            // The demo accounts' passwords would not fit in the queue.
            configuration.seed = false
        } _: { backend in
            let gate = DispatchSemaphore(value: 0)
            let (started, continuation) = AsyncStream.makeStream(of: Void.self)
            let busy = Task {
                try await backend.backend.passwords.enqueue {
                    continuation.finish()
                    gate.wait()
                }
            }
            for await _ in started {}
            let health = try await backend.send(.get, "/v2/health")
            let login = try await logIn("ada@example.com", "analytical-engine", on: backend)
            gate.signal()
            try await busy.value
            #expect(health.status == .ok)
            try login.expectProblem(.serviceUnavailable, "busy")
            #expect(login.headers[.retryAfter] == "1")
            #expect(try await logIn("ada@example.com", "analytical-engine", on: backend).status == .unauthorized)
        }
    }

    @Test("a pause ends if the clock is set back, and the number of counted accounts is limited")
    func bounds() throws {
        let clock = ManualClock()
        var limits = BackendLimits()
        limits.loginFailures = 1
        let limiter = LoginLimiter(limits: limits) { clock.now }
        func fail(_ name: String) throws {
            _ = try limiter.verify(limiter.attempt(email: name, address: nil)) { false }
        }
        try fail("a")
        #expect(throws: Problem.tooManyLogins(retryAfter: 300)) { try fail("a") }
        clock.advance(by: .seconds(-86_400))
        try fail("a")
        clock.advance(by: .seconds(1))
        for number in 0..<RateLimiter<String>.capacity { try fail("\(number)") }
        try fail("a")
    }
}
