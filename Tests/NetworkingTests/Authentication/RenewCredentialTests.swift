import ContractSuites
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("renewCredential()", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct RenewCredentialTests {
    @Test("renews a credential that nobody refused")
    func renews() async throws {
        let world = try MemberWorld()
        try await world.session.renewCredential()
        #expect(world.authority.credential == .fixture(2))
        #expect(world.kept.kept == .fixture(2))
        #expect(world.server.requests.isEmpty)
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.server.tokens() == ["access-2"])
    }

    @Test("calls that come meanwhile wait for it")
    func othersWait() async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(gate: gate))
        async let renewal: Void = world.session.renewCredential()
        await gate.waitForArrivals(1)
        async let item = world.session.send(Endpoint<TestMember, Item>.item)
        await world.monitor.waitForEvents(1) { $0 == .waitingForRenewal }
        gate.open()
        try await renewal
        #expect(try await item == Item(name: "pen"))
        #expect(world.server.tokens() == ["access-2"])
    }

    @Test("asked for while a renewal is under way, it waits for that one")
    func joins() async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(gate: gate))
        async let first: Void = world.session.renewCredential()
        await gate.waitForArrivals(1)
        async let second: Void = world.session.renewCredential()
        await world.monitor.waitForEvents(1) { $0 == .waitingForRenewal }
        gate.open()
        _ = try await (first, second)
        #expect(world.refresher.count == 1)
    }

    @Test("fails with the renewal's cause")
    func fails() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: [.failure(.fixture(.transport(.hostNotFound)))]))
        let error = await expectError(.transport(.hostNotFound)) { try await world.session.renewCredential() }
        #expect(error?.evidence.operation == "renewCredential()")
        #expect(error?.evidence.attempts == 0)
    }

    @Test("a session that has ended can't be renewed")
    func ended() async throws {
        let world = try MemberWorld(refresher: ScriptedRefresher(answers: []))
        world.authority.end()
        await expectError(.signedOut) { try await world.session.renewCredential() }
    }

    @Test("a session without credential has nothing to renew")
    func guest() async throws {
        let transport = MockTransport(answering: .json("{}"))
        try await Client.fixture(transport: transport).session(for: TestGuest.self).renewCredential()
        #expect(transport.requests.isEmpty)
    }
}
