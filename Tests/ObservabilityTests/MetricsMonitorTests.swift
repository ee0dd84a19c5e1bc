import EngineTestSupport
import HTTPTypes
import MetricsTestKit
import Networking
import Observability
import Testing

@Suite("Events in metrics")
struct MetricsMonitorTests {
    private let metrics = TestMetrics()
    private let endpoint = Endpoint<TestGuest, Void>(.get, "/items", response: .nothing, operation: "items()")

    @Test("a call is timed by operation and outcome, on the client's own time")
    func duration() async throws {
        let clock = ManualClock()
        let slow = FakeTransport { _ throws(TransportError) in
            clock.advance(by: .milliseconds(250))
            return .json("{}")
        }
        let client = try Client.fixture(transport: slow, time: clock, monitor: MetricsMonitor(metrics))
        try await client.session(for: TestGuest.self).send(endpoint)
        let timer = try metrics.expectTimer(
            "http_client_call_duration", [("operation", "items()"), ("outcome", "ok")])
        #expect(timer.values == [250_000_000])
        let attempts = try metrics.expectCounter("http_client_attempts", [("operation", "items()")])
        #expect(attempts.totalValue == 1)
    }

    @Test("a failure is timed under its cause, and attempts are counted one by one")
    func failure() async throws {
        let again = MockInterceptor { call, next throws(NetworkError) in
            _ = try await next(call)
            return try await next(call)
        }
        let client = try Client.fixture(
            transport: FakeTransport { _ in .empty(.serviceUnavailable) }, interceptors: [again],
            monitor: MetricsMonitor(metrics))
        await #expect(throws: NetworkError.self) { try await client.session(for: TestGuest.self).send(endpoint) }
        let timer = try metrics.expectTimer(
            "http_client_call_duration", [("operation", "items()"), ("outcome", "503")])
        #expect(timer.values.count == 1)
        #expect(try metrics.expectCounter("http_client_attempts", [("operation", "items()")]).totalValue == 2)
    }

    @Test("a decision is counted by its name")
    func decisions() async throws {
        let server = FakeTransport { request in
            request.head.headerFields[.authorization] == "Bearer access-2" ? .json("{}") : .empty(.unauthorized)
        }
        let client = try Client.fixture(
            transport: server, interceptors: [AuthenticationInterceptor()], monitor: MetricsMonitor(metrics))
        let credentialProvider = try CredentialProvider.fixture(refresher: MockCredentialRefresher(.fixture(2)))
        try await client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)).send(
            Endpoint<TestMember, Void>(.get, "/items", response: .nothing, operation: "items()"))
        let resent = try metrics.expectCounter(
            "http_client_decisions", [("operation", "items()"), ("decision", "resent")])
        #expect(resent.totalValue == 1)
    }
}
