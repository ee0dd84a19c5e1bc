import ContractSuites
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Requested refresh", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RefreshCredentialTests {
    @Test("refreshCredential() refreshes a credential that the server has not rejected")
    func refreshes() async throws {
        let harness = try MemberHarness()
        try await harness.session.refreshCredential()
        #expect(harness.credentialProvider.credential == .fixture(2))
        #expect(harness.stored.stored == .fixture(2))
        #expect(harness.server.requests.isEmpty)
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.server.tokens() == ["access-2"])
    }

    @Test("calls that arrive during a requested refresh wait for it")
    func othersWait() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: gate))
        async let refresh: Void = harness.session.refreshCredential()
        await gate.waitForArrivals(1)
        async let item = harness.session.send(Endpoint<TestMember, Item>.item)
        await harness.monitor.waitForEvents(1) { $0 == .waitingForRefresh }
        gate.open()
        try await refresh
        #expect(try await item == Item(name: "pen"))
        #expect(harness.server.tokens() == ["access-2"])
    }

    @Test("a refresh requested during a refresh waits for that one")
    func joins() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: gate))
        async let first: Void = harness.session.refreshCredential()
        await gate.waitForArrivals(1)
        async let second: Void = harness.session.refreshCredential()
        await harness.monitor.waitForEvents(1) { $0 == .waitingForRefresh }
        gate.open()
        _ = try await (first, second)
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a requested refresh fails with the refresh's cause")
    func fails() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.failure(.fixture(.transport(.hostNotFound)))]))
        let error = await expectError(.transport(.hostNotFound)) { try await harness.session.refreshCredential() }
        #expect(error?.metadata.operation == "refreshCredential()")
        #expect(error?.metadata.attempts == 1, "the number of refresh requests")
    }

    @Test("a session that has ended can't be refreshed")
    func ended() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        harness.credentialProvider.end()
        await expectError(.loggedOut) { try await harness.session.refreshCredential() }
    }

    @Test("a session without a credential has nothing to refresh")
    func guest() async throws {
        let transport = MockTransport(responding: .json("{}"))
        try await Client.fixture(transport: transport).session(for: TestGuest.self).refreshCredential()
        #expect(transport.requests.isEmpty)
    }
}
