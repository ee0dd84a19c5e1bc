import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("A credential that others can change", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct OtherProcessTests {
    private static func refusal() -> Result<BearerCredential, NetworkError> {
        .failure(.fixture(.loggedOut))
    }

    @Test("another process renewed it: its credential is adopted without a renewal")
    func adopted() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        harness.stored.replace(with: .fixture(2))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.storage.calls == [.load])
        #expect(harness.credentialProvider.credential == .fixture(2))
    }

    @Test("another process renewed it while our own renewal was refused: its credential is adopted and kept")
    func adoptedAfterRefusal() async throws {
        let gate = Gate()
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-3"),
            refresher: MockCredentialRefresher([Self.refusal()], gate: gate))
        async let item = harness.session.send(Endpoint<TestMember, Item>.item)
        await gate.waitForArrivals(1)
        harness.stored.replace(with: .fixture(3))
        gate.open()
        #expect(try await item == Item(name: "pen"))
        #expect(harness.stored.stored == .fixture(3))
        #expect(harness.credentialProvider.credential == .fixture(3))
    }

    @Test("another process renewed it a moment after this one had: no window holds that back")
    func adoptedWithinWindow() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher([.success(.fixture(2))]))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        harness.stored.replace(with: .fixture(3))
        harness.server.accept("access-3")
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.credentialProvider.credential == .fixture(3))
        #expect(harness.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
        #expect(!harness.monitor.names.contains("renewalSuppressed"))
    }

    @Test("another process signed out: the session ends without a renewal")
    func signedOutElsewhere() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher(), stored: InMemoryCredentialStorage(nil))
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.credentialProvider.credential == nil)
    }

    @Test("another process signed out during the renewal: it does not come back")
    func loggedOutElsewhereDuringRefresh() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: gate))
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.stored.replace(with: nil)
        gate.open()
        await expectError(.credentialStorage(reason: "Somebody signed out meanwhile.")) { try await call.value }
        #expect(harness.stored.stored == nil)
    }

    @Test("the end of the session tells who waits, and what the renewal brings later is dropped")
    func endDuringRefresh() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: gate))
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.credentialProvider.end()
        await expectError(.loggedOut) { try await call.value }
        gate.open()
        await harness.waitForEndOfRefresh()
        #expect(harness.credentialProvider.credential == nil)
        #expect(harness.stored.stored == .fixture(1), "the logout removes it; the refresh must not replace it")
        #expect(harness.storage.calls == [.load])
        let sent = harness.server.requests.count
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(harness.server.requests.count == sent)
    }

    @Test(
        "a sign-in that follows the end survives what the old session's renewal does",
        arguments: [
            .success(.fixture(2)), refusal(), .failure(.fixture(.transport(.connectionLost))),
        ])
    func loginAfterEnd(late: Result<BearerCredential, NetworkError>) async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher([late], gate: gate))
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.credentialProvider.end()
        await expectError(.loggedOut) { try await call.value }
        harness.stored.replace(with: .fixture(9))
        gate.open()
        await harness.waitForEndOfRefresh()
        #expect(harness.stored.stored == .fixture(9))
    }

    @Test("somebody signs in anew in the instant in which the refused session is forgotten: the calls go on with that")
    func loginWhileForgetting() async throws {
        let gate = Gate()
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-9"), refresher: MockCredentialRefresher([Self.refusal()]),
            clearGate: gate)
        async let item = harness.session.send(Endpoint<TestMember, Item>.item)
        await gate.waitForArrivals(1)
        harness.stored.replace(with: .fixture(9))
        gate.open()
        #expect(try await item == Item(name: "pen"))
        #expect(harness.stored.stored == .fixture(9))
        #expect(harness.credentialProvider.credential == .fixture(9))
        #expect(harness.storage.calls == [.load, .clear(ifStill: Secret("access-1"))])
        #expect(harness.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
    }

    @Test("somebody signs in anew after this process signed out, while the refused session is forgotten: it stays")
    func loginAfterEndWhileForgetting() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher([Self.refusal()]), clearGate: gate)
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.credentialProvider.end()
        harness.stored.replace(with: .fixture(9))
        gate.open()
        await expectError(.loggedOut) { try await call.value }
        await harness.waitForEndOfRefresh()
        #expect(harness.stored.stored == .fixture(9))
        #expect(harness.credentialProvider.credential == nil)
    }

    @Test("another process forgets the refused session first: both have signed out, and nothing fails")
    func forgottenTwice() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher([Self.refusal()]), clearGate: gate)
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.stored.replace(with: nil)
        gate.open()
        await expectError(.loggedOut) { try await call.value }
        #expect(harness.stored.stored == nil)
        #expect(!harness.monitor.names.contains("credentialNotForgotten"))
    }

    @Test("two handles over one authority share one renewal")
    func twoHandles() async throws {
        let harness = try MemberHarness()
        let client = try Client.fixture(transport: harness.server, interceptors: [AuthenticationInterceptor()])
        let other = client.session(with: CredentialHandle<TestMember>(credentialProvider: harness.credentialProvider))
        async let first = harness.session.send(Endpoint<TestMember, Item>.item)
        async let second = other.send(Endpoint<TestMember, Item>.item)
        _ = try await (first, second)
        #expect(harness.refresher.calls.count == 1)
    }
}
