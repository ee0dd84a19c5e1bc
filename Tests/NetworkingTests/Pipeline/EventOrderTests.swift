import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("What a monitor is told", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct EventOrderTests {
    private func names(
        responding transport: any Transport, _ endpoint: Endpoint<TestGuest, Item> = .item
    ) async throws -> [String] {
        let monitor = MockEventMonitor()
        let session = try Client.fixture(transport: transport, monitor: monitor).session(for: TestGuest.self)
        do throws(NetworkError) {
            _ = try await session.send(endpoint)
        } catch {
            #expect(monitor.names.last == "failed")
        }
        return monitor.names
    }

    @Test("of a success")
    func success() async throws {
        #expect(
            try await names(responding: MockTransport(.json(#"{"name":"pen"}"#)))
                == ["started", "attemptStarted", "responded", "finished"])
    }

    @Test("of a refused call: the exchange was good, the call was not")
    func status() async throws {
        #expect(
            try await names(responding: MockTransport(.empty(.notFound)))
                == ["started", "attemptStarted", "responded", "failed"])
    }

    @Test("of a failed exchange")
    func failure() async throws {
        #expect(
            try await names(responding: MockTransport(.failure(.connectionLost)))
                == ["started", "attemptStarted", "attemptFailed", "failed"])
    }

    @Test("of an answer that is not understood")
    func decoding() async throws {
        #expect(
            try await names(responding: MockTransport(.json("{}")))
                == ["started", "attemptStarted", "responded", "failed"])
    }

    @Test("of a cancelled call: no attempt failed")
    func cancelled() async throws {
        #expect(
            try await names(responding: MockTransport(.failure(.cancelled))) == ["started", "attemptStarted", "failed"])
    }

    @Test("of a refused credential and its renewal")
    func refresh() async throws {
        let harness = try MemberHarness()
        _ = try await harness.session.send(.item)
        #expect(
            harness.monitor.names == [
                "started", "attemptStarted", "responded", "credentialRefused", "refreshStarted", "refreshFinished",
                "resent", "attemptStarted", "responded", "finished",
            ])
        #expect(Set(harness.monitor.events.map(\.callID)) == [SequentialIdentifierSource.identifier(1)])
        #expect(Set(harness.monitor.events.map(\.operation)) == ["item(at:)"])
    }

    @Test("of a renewal that the server refuses")
    func refusedRefresh() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.failure(.fixture(.loggedOut))]))
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(
            harness.monitor.names == [
                "started", "attemptStarted", "responded", "credentialRefused", "refreshStarted", "refreshFailed",
                "failed",
            ])
    }

    @Test("carries the time of the client's clock")
    func time() async throws {
        let (clock, monitor) = (ManualClock(), MockEventMonitor())
        let transport = FakeTransport { _ in
            clock.advance(by: .seconds(3))
            return .json(#"{"name":"pen"}"#)
        }
        let session = try Client.fixture(transport: transport, time: clock, monitor: monitor)
            .session(for: TestGuest.self)
        _ = try await session.send(.item)
        #expect(monitor.events.map(\.monotonicTime) == [.zero, .zero, .seconds(3), .seconds(3)])
    }
}
