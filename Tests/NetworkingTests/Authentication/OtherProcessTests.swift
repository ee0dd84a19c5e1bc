import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Credentials that other processes change", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct OtherProcessTests {
    private static func refusal() -> Result<BearerCredential, NetworkError> {
        .failure(.fixture(.loggedOut))
    }

    @Test("a credential that another process refreshed is adopted without a refresh")
    func adopted() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        harness.stored.replace(with: .fixture(2))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.storage.calls == [.load])
        #expect(harness.credentialProvider.credential == .fixture(2))
    }

    @Test(
        "a credential that another process refreshed is adopted and stored although this process's refresh was refused")
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

    @Test("a credential that another process refreshed a moment later is adopted despite the refresh window")
    func adoptedWithinWindow() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher([.success(.fixture(2))]))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        harness.stored.replace(with: .fixture(3))
        harness.server.accept("access-3")
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.credentialProvider.credential == .fixture(3))
        #expect(harness.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
        #expect(!harness.monitor.names.contains("refreshSuppressed"))
    }

    @Test("a logout in another process ends the session without a refresh")
    func signedOutElsewhere() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher(), stored: InMemoryCredentialStorage(nil))
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.credentialProvider.credential == nil)
    }

    @Test("a logout in another process during a refresh is not undone by the refresh")
    func loggedOutElsewhereDuringRefresh() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: gate))
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.stored.replace(with: nil)
        gate.open()
        await expectError(.credentialStorage(reason: "The user logged out during the refresh.")) {
            try await call.value
        }
        #expect(harness.stored.stored == nil)
    }

    @Test("the end of the session fails waiting calls, and the refresh's later result is dropped")
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
        #expect(harness.storage.calls == [.load, .reserveSpace])
        let sent = harness.server.requests.count
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(harness.server.requests.count == sent)
    }

    @Test(
        "a login after the end of a session survives the old session's refresh",
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

    @Test("a login stored while the refused session is removed is used by the waiting calls")
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
        #expect(harness.storage.calls == [.load, .reserveSpace, .clear(ifStill: Secret("access-1"))])
        #expect(harness.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
    }

    @Test("a login stored after a logout, while the refused session is removed, stays stored")
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

    @Test("if two processes remove the refused session, both are logged out without an error")
    func forgottenTwice() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher([Self.refusal()]), clearGate: gate)
        let call = Task { try await harness.session.send(Endpoint<TestMember, Item>.item) }
        await gate.waitForArrivals(1)
        harness.stored.replace(with: nil)
        gate.open()
        await expectError(.loggedOut) { try await call.value }
        #expect(harness.stored.stored == nil)
        #expect(!harness.monitor.names.contains("credentialNotRemoved"))
    }

    @Test("two handles to one credential provider share one refresh")
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
