import ContractSuites
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("renewCredential()", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct RefreshCredentialTests {
    @Test("renews a credential that nobody refused")
    func refreshes() async throws {
        let harness = try MemberHarness()
        try await harness.session.refreshCredential()
        #expect(harness.credentialProvider.credential == .fixture(2))
        #expect(harness.stored.stored == .fixture(2))
        #expect(harness.server.requests.isEmpty)
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.server.tokens() == ["access-2"])
    }

    @Test("calls that come meanwhile wait for it")
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

    @Test("asked for while a renewal is under way, it waits for that one")
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

    @Test("fails with the renewal's cause")
    func fails() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.failure(.fixture(.transport(.hostNotFound)))]))
        let error = await expectError(.transport(.hostNotFound)) { try await harness.session.refreshCredential() }
        #expect(error?.metadata.operation == "renewCredential()")
        #expect(error?.metadata.attempts == 0)
    }

    @Test("a session that has ended can't be renewed")
    func ended() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        harness.credentialProvider.end()
        await expectError(.loggedOut) { try await harness.session.refreshCredential() }
    }

    @Test("a session without credential has nothing to renew")
    func guest() async throws {
        let transport = MockTransport(responding: .json("{}"))
        try await Client.fixture(transport: transport).session(for: TestGuest.self).refreshCredential()
        #expect(transport.requests.isEmpty)
    }
}
