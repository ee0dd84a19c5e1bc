import Foundation
import Models
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import RemoteServices
import TestSupport
import Testing

@Suite("Retries over sockets", .timeLimit(.minutes(10)))
struct RetryTests {
    @Test("calls succeed after a burst of 503s with any form of Retry-After", arguments: ["seconds", "date"])
    func burst(form: String) async throws {
        var settings = NetworkStack.Settings()
        settings.time = ImmediateTimeSource()
        try await BackendHarness.run(settings) { harness in
            // A date has no fractions, and neither has the response's own Date: two seconds are between one and three.
            let requested = form == "date" ? 2 : 1
            try await harness.faults.send(
                .arm("refuse", Fault(count: 1, retryAfter: requested, retryAfterAs: form)))
            try await harness.stack.guest.send(.health())
            try await harness.faults.send(.arm("refuse", Fault(count: 2, path: "/v2/health")))
            try await harness.stack.guest.send(.health())
            #expect(harness.stack.retries == [.status(503), .status(503), .status(503)])
            let delays = harness.stack.decisions.compactMap {
                if case .retryScheduled(_, let delay, _) = $0 { delay } else { nil }
            }
            let first = try #require(delays.first)
            // The jitter spreads over the same time again.
            #expect(first >= .seconds(1) && first < .seconds(2 * (form == "date" ? 3 : 1)))
            #expect(delays.dropFirst().allSatisfy { $0 < .seconds(1) }, "nothing was requested during")
        }
    }

    @Test("a POST is retried after a 429, because the server has not processed it, and has one effect")
    func throttledPost() async throws {
        try await BackendHarness.run { harness in
            let token = try await harness.refreshToken()
            try await harness.faults.send(.arm("refuse", Fault(path: "/v2/auth/refresh", status: 429)))
            let rotated = try await harness.stack.guest.send(.rotate(token))
            #expect(harness.stack.retries == [.throttled])
            #expect(try await harness.counters.requests == 2)
            // The reuse of a token would have ended the session.
            _ = try await harness.stack.guest.send(.rotate(rotated))
        }
    }

    @Test("a POST whose response was lost is not retried although it was processed")
    func lostResponse() async throws {
        try await BackendHarness.run { harness in
            let token = try await harness.refreshToken()
            try await harness.faults.send(.arm("hang-up", Fault(path: "/v2/auth/refresh", when: "after")))
            let error = await #expect(throws: NetworkError.self) { try await harness.stack.guest.send(.rotate(token)) }
            #expect(error?.cause == .transport(.connectionLost))
            #expect(harness.stack.refusals == [.unsafeMethod])
            #expect(try await harness.counters.requests == 1)
            let reuse = await #expect(throws: NetworkError.self) { try await harness.stack.guest.send(.rotate(token)) }
            guard case .status(let failure) = reuse?.cause else {
                Issue.record("expected a status, got \(String(describing: reuse))")
                return
            }
            #expect(failure.code == "refresh_token_reused")
        }
    }

    /// It is a race whether a connection's end is noticed before the next request is sent on it, and no test can decide
    /// it. So there are many requests, and each POST has its own path.
    @Test("a POST on a closed connection is sent over another, and never after the server may have received it")
    func stale() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.respond(body: "ok")
                try await connection.reset()
            }
            var settings = NetworkStack.Settings()
            settings.retries = Self.tireless(pause: .milliseconds(1))
            try await NIOTransport.withTransport { [settings] transport in
                let stack = try NetworkStack(at: server.authority, over: transport, settings)
                for number in 1...200 {
                    do throws(NetworkError) {
                        _ = try await stack.guest.send(.bytes(.post, "/\(number)"))
                    } catch {
                        #expect(error.cause == .transport(.connectionLost))
                    }
                }
                // The transport does that by itself, because nothing was sent.
                #expect(stack.retries.isEmpty)
                #expect(stack.refusals.allSatisfy { $0 == .unsafeMethod })
                let seen = server.requests.map(\.target)
                #expect(Set(seen).count == seen.count)
            }
        }
    }

    @Test("a refused connection is retried until the server is up, whatever the method")
    func comesUp() async throws {
        let port = try ReservedPort.reserve()
        var settings = NetworkStack.Settings()
        settings.retries = Self.tireless(pause: .milliseconds(5))
        try await NIOTransport.withTransport { [settings] transport in
            let stack = try NetworkStack(at: port.authority, over: transport, settings)
            let response = Task { try await stack.guest.send(.bytes(.post, "/")) }
            await stack.monitor.waitForEvents(2) { if case .retryScheduled = $0 { true } else { false } }
            try await RawSocketServer.withServer(on: port) { server in
                server.serve { connection in
                    try await connection.receiveRequest()
                    try await connection.respond(body: "ok")
                }
                let received = try await response.value
                #expect(received == Data("ok".utf8))
                #expect(server.requests.count == 1)
            }
            #expect(stack.retries.allSatisfy { $0 == .notConnected })
        }
    }

    /// Retries for as long as the test runs.
    private static func tireless(pause: Duration) -> RetryPolicy {
        RetryPolicy(maximumAttempts: .max, baseDelay: pause, maximumDelay: pause, budget: nil, circuit: nil)
    }
}

extension BackendHarness {
    /// The refresh token of a new session.
    fileprivate func refreshToken() async throws -> String {
        try #require(try await logIn(.ada).member.credentialProvider.credential?.refreshToken).reveal()
    }
}

/// The response with rotated tokens, of which these tests use one.
private struct RotatedTokens: Decodable {
    let refreshToken: String

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}

extension Endpoint where Access: GuestScope, Response == String {
    /// Exchanges a refresh token for the next one. The server accepts each token once.
    fileprivate static func rotate(_ token: String) -> Self {
        Endpoint(
            .post, "/auth/refresh", body: .encodable(["refresh_token": token]),
            response: .json(RotatedTokens.self) { $0.refreshToken })
    }
}
