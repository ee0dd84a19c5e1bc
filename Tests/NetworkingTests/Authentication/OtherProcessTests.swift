import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("A credential that others can change", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct OtherProcessTests {
    private static func refusal() -> Result<BearerCredential, NetworkError> {
        .failure(.fixture(.signedOut))
    }

    @Test("another process renewed it: its credential is adopted without a renewal")
    func adopted() async throws {
        let world = try MemberWorld(refresher: ScriptedRefresher(answers: []))
        world.kept.replace(with: .fixture(2))
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 0)
        #expect(world.storage.calls == [.load])
        #expect(world.authority.credential == .fixture(2))
    }

    @Test("another process renewed it while our own renewal was refused: its credential is adopted and kept")
    func adoptedAfterRefusal() async throws {
        let gate = Gate()
        let world = try MemberWorld(
            server: TokenServer(accepting: "access-3"),
            refresher: ScriptedRefresher(answers: [Self.refusal()], gate: gate))
        async let item = world.session.send(Endpoint<TestMember, Item>.item)
        await gate.waitForArrivals(1)
        world.kept.replace(with: .fixture(3))
        gate.open()
        #expect(try await item == Item(name: "pen"))
        #expect(world.kept.kept == .fixture(3))
        #expect(world.authority.credential == .fixture(3))
    }

    @Test("another process renewed it a moment after this one had: no window holds that back")
    func adoptedWithinWindow() async throws {
        let world = try MemberWorld(refresher: ScriptedRefresher(answers: [.success(.fixture(2))]))
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        world.kept.replace(with: .fixture(3))
        world.server.accept("access-3")
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 1)
        #expect(world.authority.credential == .fixture(3))
        #expect(world.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
        #expect(!world.monitor.names.contains("renewalSuppressed"))
    }

    @Test("another process signed out: the session ends without a renewal")
    func signedOutElsewhere() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: []), kept: InMemoryCredentialStorage(nil))
        await expectError(.signedOut) { try await world.session.send(.item) }
        #expect(world.refresher.count == 0)
        #expect(world.authority.credential == nil)
    }

    @Test("another process signed out during the renewal: it does not come back")
    func signedOutElsewhereDuringRenewal() async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(gate: gate))
        let call = Task { try await world.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        world.kept.replace(with: nil)
        gate.open()
        await expectError(.credentialStorage(reason: "Somebody signed out meanwhile.")) { try await call.value }
        #expect(world.kept.kept == nil)
    }

    @Test("the end of the session tells who waits, and what the renewal brings later is dropped")
    func endDuringRenewal() async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(gate: gate))
        let call = Task { try await world.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        world.authority.end()
        await expectError(.signedOut) { try await call.value }
        gate.open()
        await world.waitForEndOfRenewal()
        #expect(world.authority.credential == nil)
        #expect(world.kept.kept == .fixture(1), "the logout removes it; the refresh must not replace it")
        #expect(world.storage.calls == [.load])
        let sent = world.server.requests.count
        await expectError(.signedOut) { try await world.session.send(.item) }
        #expect(world.server.requests.count == sent)
    }

    @Test(
        "a sign-in that follows the end survives what the old session's renewal does",
        arguments: [
            .success(.fixture(2)), refusal(), .failure(.fixture(.transport(.connectionLost))),
        ])
    func signInAfterEnd(late: Result<BearerCredential, NetworkError>) async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(answers: [late], gate: gate))
        let call = Task { try await world.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        world.authority.end()
        await expectError(.signedOut) { try await call.value }
        world.kept.replace(with: .fixture(9))
        gate.open()
        await world.waitForEndOfRenewal()
        #expect(world.kept.kept == .fixture(9))
    }

    @Test("somebody signs in anew in the instant in which the refused session is forgotten: the calls go on with that")
    func signInWhileForgetting() async throws {
        let gate = Gate()
        let world = try MemberWorld(
            server: TokenServer(accepting: "access-9"), refresher: ScriptedRefresher(answers: [Self.refusal()]),
            clearGate: gate)
        async let item = world.session.send(Endpoint<TestMember, Item>.item)
        await gate.waitForArrivals(1)
        world.kept.replace(with: .fixture(9))
        gate.open()
        #expect(try await item == Item(name: "pen"))
        #expect(world.kept.kept == .fixture(9))
        #expect(world.authority.credential == .fixture(9))
        #expect(world.storage.calls == [.load, .clear(ifStill: Secret("access-1"))])
        #expect(world.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
    }

    @Test("somebody signs in anew after this process signed out, while the refused session is forgotten: it stays")
    func signInAfterEndWhileForgetting() async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(answers: [Self.refusal()]), clearGate: gate)
        let call = Task { try await world.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        world.authority.end()
        world.kept.replace(with: .fixture(9))
        gate.open()
        await expectError(.signedOut) { try await call.value }
        await world.waitForEndOfRenewal()
        #expect(world.kept.kept == .fixture(9))
        #expect(world.authority.credential == nil)
    }

    @Test("another process forgets the refused session first: both have signed out, and nothing fails")
    func forgottenTwice() async throws {
        let gate = Gate()
        let world = try MemberWorld(refresher: ScriptedRefresher(answers: [Self.refusal()]), clearGate: gate)
        let call = Task { try await world.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        world.kept.replace(with: nil)
        gate.open()
        await expectError(.signedOut) { try await call.value }
        #expect(world.kept.kept == nil)
        #expect(!world.monitor.names.contains("credentialNotForgotten"))
    }

    @Test("two handles over one authority share one renewal")
    func twoHandles() async throws {
        let world = try MemberWorld()
        let client = try Client.fixture(transport: world.server, interceptors: [AuthenticationInterceptor()])
        let other = client.session(with: CredentialHandle<TestMember>(authority: world.authority))
        async let first = world.session.send(Endpoint<TestMember, Item>.item)
        async let second = other.send(Endpoint<TestMember, Item>.item)
        _ = try await (first, second)
        #expect(world.refresher.count == 1)
    }
}
