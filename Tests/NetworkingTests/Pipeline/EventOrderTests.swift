import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Order of events", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
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

    @Test("a successful call reports its events in order")
    func success() async throws {
        #expect(
            try await names(responding: MockTransport(.json(#"{"name":"pen"}"#)))
                == ["started", "attemptStarted", "responded", "finished"])
    }

    @Test("a call that ends with a failure status reports a successful exchange and a failed call")
    func status() async throws {
        #expect(
            try await names(responding: MockTransport(.empty(.notFound)))
                == ["started", "attemptStarted", "responded", "failed"])
    }

    @Test("a failed exchange reports its events in order")
    func failure() async throws {
        #expect(
            try await names(responding: MockTransport(.failure(.connectionLost)))
                == ["started", "attemptStarted", "attemptFailed", "failed"])
    }

    @Test("a response that can't be decoded reports its events in order")
    func decoding() async throws {
        #expect(
            try await names(responding: MockTransport(.json("{}")))
                == ["started", "attemptStarted", "responded", "failed"])
    }

    @Test("a cancelled call reports no failed attempt")
    func cancelled() async throws {
        #expect(
            try await names(responding: MockTransport(.failure(.cancelled))) == ["started", "attemptStarted", "failed"])
    }

    @Test("a rejected credential and its refresh report their events in order")
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

    @Test("a refused refresh reports its events in order")
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

    @Test("an event has the time of the client's clock")
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
