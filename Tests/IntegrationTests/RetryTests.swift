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

    @Test("a server that requests a delay of an hour gets no retry, and the error gives the delay")
    func longRetryAfter() async throws {
        try await BackendHarness.run { harness in
            try await harness.faults.send(.arm("refuse", Fault(retryAfter: 3_600)))
            let error = await #expect(throws: NetworkError.self) { try await harness.stack.guest.send(.health()) }
            guard case .status(let failure) = error?.cause else {
                Issue.record("expected a status, got \(String(describing: error))")
                return
            }
            #expect(failure.retryAfter == .seconds(3_600))
            #expect(error?.userMessage.hasSuffix(" Try again in 60 min.") == true)
            #expect(harness.stack.refusals == [.retryAfterTooLong(.seconds(3_600), limit: .seconds(5))])
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

    @Test("a POST with an Idempotency-Key is retried after a lost response, with the same key")
    func lostResponseWithKey() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                if server.requests.count > 1 { try await connection.respond(body: "ok") }
            }
            try await NIOTransport.withTransport { transport in
                let stack = try NetworkStack(at: server.authority, over: transport)
                let keyed = Endpoint<Guest, Data>(.post, "/items", idempotency: .keyed, response: .data)
                #expect(try await stack.guest.send(keyed) == Data("ok".utf8))
                #expect(stack.retries == [.connectionLost])
                let keys = server.requests.map { $0["Idempotency-Key"] }
                #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
            }
        }
    }

    @Test("a GET is retried after a connection reset before the response's head")
    func reset() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                if server.requests.count == 1 { return try await connection.reset() }
                try await connection.respond(body: "ok")
            }
            try await NIOTransport.withTransport { transport in
                let stack = try NetworkStack(at: server.authority, over: transport)
                #expect(try await stack.guest.send(.bytes(.get, "/")) == Data("ok".utf8))
                #expect(stack.retries == [.connectionLost])
            }
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

    @Test("a port without a server opens the circuit, and a server that starts there closes it")
    func circuit() async throws {
        let port = try ReservedPort.reserve()
        var settings = NetworkStack.Settings()
        settings.retries = RetryPolicy(
            maximumAttempts: 1, circuit: RetryPolicy.Circuit(minimumAttempts: 3, pause: .milliseconds(200)))
        try await NIOTransport.withTransport { [settings] transport in
            let stack = try NetworkStack(at: port.authority, over: transport, settings)
            let wait = try await stack.openCircuit()
            #expect(stack.decisions.contains(.circuit(.opened(.milliseconds(200)))))
            try await RawSocketServer.withServer(on: port) { server in
                server.serve { connection in
                    while true {
                        try await connection.receiveRequest()
                        try await connection.respond(body: "ok")
                    }
                }
                try await stack.time.sleep(for: wait)
                for _ in 1...2 { #expect(try await stack.guest.send(.bytes(.get, "/")) == Data("ok".utf8)) }
                let changes = stack.decisions.compactMap { if case .circuit(let change) = $0 { change } else { nil } }
                #expect(changes.suffix(2) == [.halfOpened, .closed])
            }
        }
    }

    @Test("calls for which no connection is free in time leave the circuit closed, because the server is not at fault")
    func fullPool() async throws {
        var configuration = NIOTransportConfiguration()
        // Long enough for the first connection on a busy machine.
        (configuration.connectTimeout, configuration.connectionsPerHost) = (.seconds(4), 1)
        var settings = NetworkStack.Settings()
        settings.retries = RetryPolicy(maximumAttempts: 1, circuit: RetryPolicy.Circuit(minimumAttempts: 3))
        try await RawSocketServer.withServer { server in
            let gate = Gate()
            server.serve { connection in
                while true {
                    try await connection.receiveRequest()
                    await gate.pass()
                    try await connection.respond(body: "ok")
                }
            }
            try await NIOTransport.withTransport(configuration: configuration) { [settings] transport in
                let stack = try NetworkStack(at: server.authority, over: transport, settings)
                async let first = stack.guest.send(.bytes(.get, "/"))
                await gate.waitForArrivals(1)
                let causes = await withTaskGroup { group in
                    for _ in 1...100 {
                        group.addTask {
                            do throws(NetworkError) {
                                _ = try await stack.guest.send(.bytes(.get, "/"))
                                return "none"
                            } catch {
                                return error.cause.name
                            }
                        }
                    }
                    return await group.reduce(into: [:]) { counts, cause in counts[cause, default: 0] += 1 }
                }
                #expect(causes == ["pool timeout": 100])
                gate.open()
                #expect(try await first == Data("ok".utf8))
                #expect(try await stack.guest.send(.bytes(.get, "/")) == Data("ok".utf8))
                #expect(!stack.decisions.contains { if case .circuit = $0 { true } else { false } })
            }
        }
    }

    /// A timeout for each attempt alone would never end the call, because there is always another attempt.
    @Test("the deadline spans all attempts, even below a second")
    func deadline() async throws {
        var settings = NetworkStack.Settings()
        (settings.deadline, settings.attempt) = (.milliseconds(700), .milliseconds(150))
        settings.retries = Self.tireless(pause: .milliseconds(1))
        try await RawSocketServer.withServer { server in
            server.serve { await $0.waitForEnd() }
            try await NIOTransport.withTransport { [settings] transport in
                let stack = try NetworkStack(at: server.authority, over: transport, settings)
                let start = stack.time.monotonicTime
                let error = await #expect(throws: NetworkError.self) { try await stack.guest.send(.bytes(.get, "/")) }
                let taken = stack.time.monotonicTime - start
                switch (error?.cause, stack.refusals.last) {
                case (.timeout(.total(.milliseconds(700))), _): #expect(taken >= .milliseconds(700))
                case (.timeout(.attempt), .deadlineTooNear): #expect(taken >= .milliseconds(690))
                default: Issue.record("expected a timeout, got \(String(describing: error))")
                }
                #expect(taken < .seconds(10))
            }
        }
    }

    /// Retries for as long as the test runs.
    private static func tireless(pause: Duration) -> RetryPolicy {
        RetryPolicy(maximumAttempts: .max, baseDelay: pause, maximumDelay: pause, budget: nil, circuit: nil)
    }
}

/// The circuit did not open, because a call had another outcome or there were too few failures.
private struct StillClosed: Error {
    let outcome: NetworkError.Cause?
}

extension NetworkStack {
    /// Calls a port that refuses connections until the circuit is open, and returns when the next call is allowed.
    fileprivate func openCircuit() async throws -> Duration {
        for _ in 1...100 {
            do throws(NetworkError) {
                _ = try await guest.send(.bytes(.get, "/"))
            } catch {
                if case .circuitOpen(let wait) = error.cause {
                    #expect(error.metadata.attempts == 0)
                    return wait
                }
                if error.cause == .transport(.connectionRefused) { continue }
                // One report, and not one for each of the other calls.
                throw StillClosed(outcome: error.cause)
            }
            throw StillClosed(outcome: nil)
        }
        throw StillClosed(outcome: .transport(.connectionRefused))
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
