import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Retries and authentication", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RetryAuthenticationTests {
    private let policy = RetryPolicy(budget: nil, circuit: nil)

    private var interceptor: RetryInterceptor {
        RetryInterceptor(health: OriginHealth(policy: policy, random: SteadyRandom(0)), random: SteadyRandom(0))
    }

    private func decisions(of monitor: MockEventMonitor) -> [String] {
        monitor.names.filter { ["retryScheduled", "notRetried", "resent"].contains($0) }
    }

    @Test("a refresh and the resent request are one attempt and no retry")
    func refresh() async throws {
        let harness = try MemberHarness(outer: [interceptor])
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.server.tokens() == ["access-1", "access-2"])
        #expect(decisions(of: harness.monitor) == ["resent"])
    }

    @Test(
        "a lost refresh is not repeated, because its token may be spent",
        arguments: [
            NetworkError.Cause.transport(.connectionLost), .transport(.connectionRefused),
            .status(HTTPFailure(status: 503)),
        ])
    func lostRefresh(cause: NetworkError.Cause) async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.failure(.fixture(cause))]), outer: [interceptor])
        _ = try? await harness.session.send(.item)
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.server.requests.count == 1)
        #expect(harness.monitor.events.map(\.kind).contains(.notRetried(.credential)))
    }
}
