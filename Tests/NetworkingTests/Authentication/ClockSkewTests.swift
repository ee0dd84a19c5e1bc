import ContractSuites
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Networking

@Suite("Clock skew", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct ClockSkewTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// The offset of a response that took a second, if the server's wall clock is `ahead` of this machine's.
    private func offset(_ ahead: TimeInterval, sent: TimeInterval = 0) throws -> ClockSkew.Offset {
        let sentAt = start + sent
        return try #require(.init(date: sentAt + ahead, sentAt: sentAt, receivedAt: sentAt + 1))
    }

    @Test(
        "a wall clock with a constant offset from the server's needs no correction",
        arguments: [-86_400, -1, 0, 1, 86_400])
    func constant(ahead: TimeInterval) throws {
        var clock = ClockSkew()
        #expect(clock.correction == 0)
        clock.note(try offset(ahead))
        clock.note(try offset(ahead, sent: 60))
        #expect(clock.correction == 0)
    }

    @Test(
        "a wall clock that was set is corrected by what the server's dates prove, and no more",
        arguments: [-3_600, 3_600])
    func moved(by seconds: TimeInterval) throws {
        var clock = ClockSkew()
        clock.note(try offset(0))
        clock.note(try offset(seconds))
        #expect(abs(clock.correction - seconds) <= 2)
        #expect(abs(clock.correction) < abs(seconds), "no more than the dates prove")
    }

    @Test(
        "an offset that latency and rounding to seconds explain is not a changed wall clock", arguments: [-2, -1, 1, 2])
    func noise(seconds: TimeInterval) throws {
        var clock = ClockSkew()
        clock.note(try offset(0))
        clock.note(try offset(seconds))
        #expect(clock.correction == 0)
    }

    @Test("a new credential resets the correction")
    func begin() throws {
        var clock = ClockSkew()
        clock.note(try offset(0))
        clock.note(try offset(3_600))
        clock.begin(with: 1)
        #expect(clock.correction != 0)
        let isDueBefore = clock.isDue(at: .zero)
        clock.begin(with: 2)
        let isDueAfter = clock.isDue(at: .zero)
        #expect(clock.correction == 0)
        #expect(isDueBefore && isDueAfter)
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

    @Test("a credential is refreshed before its end even if the wall clock was set back")
    func endToEnd() async throws {
        let clock = ManualClock(start: start)
        let server = FakeTransport { [start] request in
            // The server's wall clock follows the monotonic clock.
            let date = HTTPDate.format(start + clock.monotonicTime / .seconds(1))
            var response = ServerResponse.json(#"{"name":"pen"}"#)
            response.head.headerFields[.date] = date
            return response
        }
        let (refresher, monitor) = (MockCredentialRefresher(.fixture(2)), MockEventMonitor())
        let client = try Client.fixture(
            transport: server, interceptors: [AuthenticationInterceptor()], time: clock, monitor: monitor)
        let credentialProvider = try CredentialProvider.fixture(
            credential: .fixture(10), storage: InMemoryCredentialStorage(.fixture(10)), refresher: refresher)
        let session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
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
