import ContractSuites
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Networking

@Suite("The server's clock", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct ClockSkewTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// An answer that took a second, of a server whose calendar is `ahead` of this machine's.
    private func offset(_ ahead: TimeInterval, sent: TimeInterval = 0) throws -> ClockSkew.Offset {
        let sentAt = start + sent
        return try #require(.init(date: sentAt + ahead, sentAt: sentAt, receivedAt: sentAt + 1))
    }

    @Test("a calendar that is wrong all the time needs no correction", arguments: [-86_400, -1, 0, 1, 86_400])
    func constant(ahead: TimeInterval) throws {
        var clock = ClockSkew()
        #expect(clock.correction == 0)
        clock.note(try offset(ahead))
        clock.note(try offset(ahead, sent: 60))
        #expect(clock.correction == 0)
    }

    @Test("a calendar that was moved is put right, but for what a Date can't tell", arguments: [-3_600, 3_600])
    func moved(by seconds: TimeInterval) throws {
        var clock = ClockSkew()
        clock.note(try offset(0))
        clock.note(try offset(seconds))
        #expect(abs(clock.correction - seconds) <= 2)
        #expect(abs(clock.correction) < abs(seconds), "no more than is certain")
    }

    @Test("what the answer's way and whole seconds may explain is no move", arguments: [-2, -1, 1, 2])
    func noise(seconds: TimeInterval) throws {
        var clock = ClockSkew()
        clock.note(try offset(0))
        clock.note(try offset(seconds))
        #expect(clock.correction == 0)
    }

    @Test("a new credential is measured anew")
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

    @Test("is looked at once a minute, though there may be nothing to see")
    func due() {
        var clock = ClockSkew()
        let looks = [0, 1, 59, 60, 61, 119, 120].map { clock.isDue(at: .seconds($0)) }
        #expect(looks == [true, false, false, true, false, false, true])
    }

    @Test("a calendar that is set back under way says nothing")
    func setBack() {
        #expect(ClockSkew.Offset(date: start, sentAt: start, receivedAt: start - 3_600) == nil)
    }

    @Test("a calendar that is set back hides no end: the credential is renewed ahead of it all the same")
    func endToEnd() async throws {
        let clock = ManualClock(start: start)
        let server = FakeTransport { [start] request in
            // The server's calendar goes on as the uptime does.
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
        #expect(refresher.calls.count == 0, "the correction is not known before the next answer")
        _ = try await session.send(.item)
        await monitor.waitForEvents(1) { $0 == .refreshFinished }
        #expect(refresher.calls.count == 1)
        #expect(monitor.events.contains { $0.kind == .credentialEnding(willWait: false) })
    }
}
