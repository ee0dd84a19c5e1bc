import ContractSuites
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Expiring credentials", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct ExpiryTests {
    @Test("a credential near its end is refreshed while calls continue with it")
    func ahead() async throws {
        let refresh = Gate()
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-1"), refresher: MockCredentialRefresher(.fixture(2), gate: refresh))
        _ = try await harness.send()
        harness.clock.advance(by: .seconds(45))
        for _ in 1...3 { _ = try await harness.send() }
        await refresh.waitForArrivals(1)
        #expect(harness.server.tokens() == Array(repeating: "access-1", count: 4))
        refresh.open()
        await harness.waitForEndOfRefresh()
        harness.server.accept("access-2")
        _ = try await harness.send()
        #expect(harness.server.tokens().last == "access-2")
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.monitor.events.filter { $0.kind == .credentialExpiring(willWait: false) }.count == 1)
        #expect(!harness.monitor.names.contains("credentialRefused"))
    }

    @Test("a session that sends only one-shot bodies refreshes before the credential expires, and its calls succeed")
    func oneShotsAhead() async throws {
        let harness = try MemberHarness(outer: [MockInterceptor.oneShotBody()])
        harness.server.accept("access-1")
        _ = try await harness.send()
        harness.clock.advance(by: .seconds(45))
        harness.server.accept("access-2")
        _ = try await harness.send()
        #expect(harness.server.tokens() == ["access-1", "access-2"])
        #expect(harness.monitor.events.contains { $0.kind == .credentialExpiring(willWait: true) })
    }

    @Test("a one-shot body is not sent again after a 401, and the session refreshes before its next call")
    func oneShotsRefused() async throws {
        let harness = try MemberHarness(outer: [MockInterceptor.oneShotBody()])
        await harness.expectRejection()
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.monitor.names == ["started", "attemptStarted", "responded", "notResent", "failed"])
        _ = try await harness.send()
        #expect(harness.server.tokens() == ["access-1", "access-2"])
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a server that rejects a token it has just issued triggers at most one refresh per window")
    func window() async throws {
        let harness = try MemberHarness(
            server: TokenServer(accepting: nil),
            refresher: MockCredentialRefresher((2...9).map { .success(.fixture($0)) }))
        for _ in 1...10 { await harness.expectRejection() }
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.monitor.events.filter { $0.kind == .refreshSuppressed(.justRefreshed) }.count == 9)
        harness.clock.advance(by: .seconds(10))
        await harness.expectRejection()
        #expect(harness.refresher.calls.count == 2)
    }

    @Test("refreshCredential() reports no rejection and returns at its limit while the refresh continues")
    func limit() async throws {
        let refresh = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: refresh))
        let waiting = Task { try await harness.session.refreshCredential(within: .seconds(2)) }
        await refresh.waitForArrivals(1)
        await harness.clock.waitForSleepers(1)
        harness.clock.advance(by: .seconds(2))
        await expectError(.timeout(.total(.seconds(2)))) { try await waiting.value }
        refresh.open()
        await harness.waitForEndOfRefresh()
        #expect(harness.stored.stored == .fixture(2))
        #expect(harness.monitor.names == ["refreshStarted", "refreshFinished"])
    }
}
