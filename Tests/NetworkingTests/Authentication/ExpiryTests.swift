import ContractSuites
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("A credential near its end", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct ExpiryTests {
    private func oneShot() -> HookInterceptor {
        HookInterceptor { call, next throws(NetworkError) in
            var call = call
            call.body = .stream(.init(length: 3, isReplayable: false) { ByteStream(Data("one".utf8)) })
            return try await next(call)
        }
    }

    @Test("is renewed ahead while calls go on with it")
    func ahead() async throws {
        let renewal = Gate()
        let world = try MemberWorld(
            server: TokenServer(accepting: "access-1"), refresher: ScriptedRefresher(gate: renewal))
        _ = try await world.session.send(.item)
        world.clock.advance(by: .seconds(45))
        for _ in 1...3 { _ = try await world.session.send(.item) }
        await renewal.waitForArrivals(1)
        #expect(world.server.tokens() == Array(repeating: "access-1", count: 4))
        renewal.open()
        await world.waitForEndOfRenewal()
        world.server.accept("access-2")
        _ = try await world.session.send(.item)
        #expect(world.server.tokens().last == "access-2")
        #expect(world.refresher.count == 1)
        #expect(world.monitor.events.filter { $0.kind == .credentialEnding(willWait: false) }.count == 1)
        #expect(!world.monitor.names.contains("credentialRefused"))
    }

    @Test("is not sent once it has ended")
    func ended() async throws {
        let world = try MemberWorld()
        world.clock.advance(by: .seconds(60))
        _ = try await world.session.send(.item)
        #expect(world.server.tokens() == ["access-2"])
        #expect(world.monitor.events.contains { $0.kind == .credentialEnding(willWait: true) })
    }

    @Test("a session that sends only one-shot bodies renews before the end, and its calls succeed")
    func oneShotsAhead() async throws {
        let world = try MemberWorld(outer: [oneShot()])
        world.server.accept("access-1")
        _ = try await world.session.send(.item)
        world.clock.advance(by: .seconds(45))
        world.server.accept("access-2")
        _ = try await world.session.send(.item)
        #expect(world.server.tokens() == ["access-1", "access-2"])
    }

    @Test("a session that sends only one-shot bodies renews after a refusal, before its next call")
    func oneShotsRefused() async throws {
        let world = try MemberWorld(outer: [oneShot()])
        await expectError(.status(HTTPFailure(status: 401, message: "Unauthorized"))) {
            try await world.session.send(.item)
        }
        #expect(world.refresher.count == 0)
        _ = try await world.session.send(.item)
        #expect(world.server.tokens() == ["access-1", "access-2"])
        #expect(world.refresher.count == 1)
    }

    @Test("a server that refuses what it has just renewed sees no more renewals than windows")
    func window() async throws {
        let world = try MemberWorld(
            server: TokenServer(accepting: nil),
            refresher: ScriptedRefresher(answers: (2...9).map { .success(.fixture($0)) }))
        for _ in 1...10 {
            await expectError(.status(HTTPFailure(status: 401, message: "Unauthorized"))) {
                try await world.session.send(.item)
            }
        }
        #expect(world.refresher.count == 1)
        #expect(world.monitor.events.filter { $0.kind == .renewalSuppressed(.justRenewed) }.count == 9)
        world.clock.advance(by: .seconds(10))
        await expectError(.status(HTTPFailure(status: 401, message: "Unauthorized"))) {
            try await world.session.send(.item)
        }
        #expect(world.refresher.count == 2)
    }

    @Test("a failure is answered once for one credential: who is refused with it a moment later gets the same")
    func pause() async throws {
        let lost = NetworkError.Cause.transport(.connectionLost)
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: [.failure(.fixture(lost)), .success(.fixture(2))]))
        for _ in 1...5 { await expectError(lost) { try await world.session.send(.item) } }
        #expect(world.refresher.count == 1)
        #expect(world.monitor.events.filter { $0.kind == .renewalSuppressed(.justFailed(lost)) }.count == 4)
        world.clock.advance(by: .seconds(1))
        _ = try await world.session.send(.item)
        #expect(world.refresher.count == 2)
    }

    @Test("renewCredential() says nothing of a refusal, and stops waiting at its limit while the renewal goes on")
    func limit() async throws {
        let renewal = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(gate: renewal))
        let waiting = Task { try await world.session.renewCredential(within: .seconds(2)) }
        await renewal.waitForArrivals(1)
        await world.clock.waitForSleepers(1)
        world.clock.advance(by: .seconds(2))
        await expectError(.timeout(.total(.seconds(2)))) { try await waiting.value }
        renewal.open()
        await world.waitForEndOfRenewal()
        #expect(world.kept.kept == .fixture(2))
        #expect(world.monitor.names == ["refreshStarted", "refreshFinished"])
    }
}
