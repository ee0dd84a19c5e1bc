import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import NetworkingTestSupport
import Primitives
import Testing

@testable import Networking

@Suite("Expiring credentials", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct ExpiryTests {
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

    @Test("a second 401, for the new token, is final: a server that rejects what it has just issued causes one refresh")
    func window() async throws {
        let harness = try MemberHarness(
            server: TokenServer(accepting: nil),
            refresher: MockCredentialRefresher((2...9).map { .success(.fixture($0)) }))
        for _ in 1...10 { await harness.expectRejection() }
        #expect(harness.server.tokens() == ["access-1"] + Array(repeating: "access-2", count: 10))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.credentialProvider.credential == .fixture(2), "the session goes on")
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

@Suite("Clock skew", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct ClockSkewTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// The offset of a response that took a second, if the server's wall clock is `ahead` of this machine's.
    private func offset(_ ahead: TimeInterval, sent: TimeInterval = 0) throws -> ClockSkew.Offset {
        let sentAt = start + sent
        return try #require(.init(date: sentAt + ahead, sentAt: sentAt, receivedAt: sentAt + 1))
    }

    @Test(
        "a changed wall clock is corrected by what the server's dates prove, and a constant offset or noise is not",
        arguments: [
            (-86_400, -86_400, 0), (0, 0, 0), (86_400, 86_400, 0), (0, -2, 0), (0, 2, 0), (0, -3_600, -3_598),
            (0, 3_600, 3_598),
        ] as [(TimeInterval, TimeInterval, TimeInterval)])
    func correction(first: TimeInterval, second: TimeInterval, expected: TimeInterval) throws {
        var clock = ClockSkew()
        #expect(clock.correction == 0)
        clock.note(try offset(first))
        clock.note(try offset(second, sent: 60))
        #expect(clock.correction == expected)
        clock.begin(with: 1)
        #expect(clock.correction == expected)
        let isDueBefore = clock.isDue(at: .zero)
        clock.begin(with: 2)
        let isDueAfter = clock.isDue(at: .zero)
        #expect(clock.correction == 0 && isDueBefore && isDueAfter, "a new credential is the new baseline")
    }

    @Test("clock skew is measured at most once a minute, even if no measurement was possible")
    func due() {
        var clock = ClockSkew()
        let looks = [0, 1, 59, 60, 61, 119, 120].map { clock.isDue(at: .seconds($0)) }
        #expect(looks == [true, false, false, true, false, false, true])
    }

    @Test("a response during which the wall clock was set back gives no offset")
    func setBack() {
        #expect(ClockSkew.Offset(date: start, sentAt: start, receivedAt: start - 3_600) == nil)
    }

    @Test(
        "a response shows how far the clocks differ at least, unless it comes from a cache",
        arguments: [(60, nil, 59), (0, nil, 0), (-60, nil, -59), (60, "5", nil)]
            as [(TimeInterval, String?, TimeInterval?)])
    func clockOffset(ahead: TimeInterval, age: String?, expected: TimeInterval?) {
        let fields =
            [HeaderField("Date", HTTPDate.format(start + ahead))] + (age.map { [HeaderField("Age", $0)] } ?? [])
        let response = RawResponse(
            status: 200, reason: "", headers: fields, body: Data(), requestID: UUID(), attempts: 1)
        #expect(response.clockOffset(sentAt: start, receivedAt: start + 1) == expected)
    }

    private func response(dated date: Date, age: String? = nil) -> ServerResponse {
        var response = ServerResponse.json(#"{"name":"pen"}"#)
        response.head.headerFields[.date] = HTTPDate.format(date)
        response.head.headerFields[.age] = age
        return response
    }

    /// A session whose credential ends ten minutes after ``start``.
    private func session(
        over transport: any Transport, _ clock: ManualClock, _ refresher: MockCredentialRefresher,
        _ monitor: MockEventMonitor = MockEventMonitor()
    ) throws -> Session<TestMember> {
        try .member(
            of: .fixture(
                credential: .fixture(10), storage: InMemoryCredentialStorage(.fixture(10)), refresher: refresher),
            over: transport, time: clock, monitor: monitor)
    }

    @Test("a response from a shared cache, which has an old date, is not compared with the wall clock")
    func sharedCache() async throws {
        let (clock, refresher) = (ManualClock(start: start), MockCredentialRefresher())
        let (cached, fresh) = (response(dated: start - 3_600, age: "3600"), response(dated: start + 60))
        let session = try session(over: MockTransport(cached, fresh, fresh), clock, refresher)
        _ = try await session.send(.item)
        clock.advance(by: ClockSkew.interval)
        for _ in 1...2 { _ = try await session.send(.item) }
        #expect(refresher.calls.isEmpty)
    }

    @Test("a credential is refreshed before its end even if the wall clock was set back")
    func endToEnd() async throws {
        let clock = ManualClock(start: start)
        // The server's wall clock follows the monotonic clock.
        let server = FakeTransport { _ in response(dated: start + clock.monotonicTime / .seconds(1)) }
        let (refresher, monitor) = (MockCredentialRefresher(.fixture(2)), MockEventMonitor())
        let session = try session(over: server, clock, refresher, monitor)
        _ = try await session.send(.item)
        clock.moveWallClock(by: .seconds(-3_600))
        clock.advance(by: .seconds(575))
        _ = try await session.send(.item)
        #expect(refresher.calls.count == 0, "the correction is not known before the next response")
        _ = try await session.send(.item)
        await monitor.waitForEvents(1) { $0 == .refreshFinished }
        #expect(refresher.calls.count == 1)
        #expect(monitor.events.contains { $0.kind == .credentialExpiring(willWait: false) })
    }
}
