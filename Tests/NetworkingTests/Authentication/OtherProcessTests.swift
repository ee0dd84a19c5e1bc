import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Credentials that other processes change", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct OtherProcessTests {
    private static let refusal = Result<BearerCredential, NetworkError>.failure(.fixture(.loggedOut))

    @Test("a credential that another process refreshed is adopted without a refresh")
    func adopted() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher())
        harness.stored.replace(with: .fixture(2))
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.storage.calls == [.load])
        #expect(harness.credentialProvider.credential == .fixture(2))
    }

    @Test(
        "a credential that another process stores during a refresh is adopted, even if the refresh is refused",
        arguments: [refusal, .success(.fixture(2))])
    func adoptedAfterRefresh(result: Result<BearerCredential, NetworkError>) async throws {
        let gate = Gate()
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-3"), refresher: MockCredentialRefresher([result], gate: gate))
        let call = harness.start()
        await gate.waitForArrivals(1)
        harness.stored.replace(with: .fixture(3))
        gate.open()
        #expect(try await call.value == Item(name: "pen"))
        #expect(harness.stored.stored == .fixture(3))
        #expect(harness.credentialProvider.credential == .fixture(3))
        #expect(harness.monitor.names.contains("takenFromOtherProcess"))
    }

    @Test("a process that slept until the other's refreshed credential expired refreshes that one")
    func expiredWhileAsleep() async throws {
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-3"), refresher: MockCredentialRefresher(.fixture(3)))
        harness.stored.replace(with: .fixture(2))
        harness.clock.advance(by: .seconds(3_600))
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls == [.fixture(2)])
        #expect(harness.stored.stored == .fixture(3))
    }

    @Test("a credential that another process refreshed a moment later is adopted despite the refresh window")
    func adoptedWithinWindow() async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher([.success(.fixture(2))]))
        #expect(try await harness.send() == Item(name: "pen"))
        harness.stored.replace(with: .fixture(3))
        harness.server.accept("access-3")
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.credentialProvider.credential == .fixture(3))
        #expect(harness.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
        #expect(!harness.monitor.names.contains("refreshSuppressed"))
    }

    @Test("a logout in another process ends the session without a refresh")
    func signedOutElsewhere() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher(), stored: InMemoryCredentialStorage(nil))
        await expectError(.loggedOut) { try await harness.send() }
        #expect(harness.refresher.calls.count == 0)
        #expect(harness.credentialProvider.credential == nil)
    }

    @Test("a logout in another process during a refresh is not undone by the refresh")
    func loggedOutElsewhereDuringRefresh() async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher(.fixture(2), gate: gate))
        let call = harness.start()
        await gate.waitForArrivals(1)
        harness.stored.replace(with: nil)
        gate.open()
        await expectError(.credentialStorage(reason: "The user logged out during the refresh.")) {
            try await call.value
        }
        #expect(harness.stored.stored == nil)
    }

    @Test(
        "the end of the session fails waiting calls, and a login after it survives the old session's refresh",
        arguments: [.success(.fixture(2)), refusal, .failure(.fixture(.transport(.connectionLost)))])
    func loginAfterEnd(late: Result<BearerCredential, NetworkError>) async throws {
        let gate = Gate()
        let harness = try MemberHarness(refresher: MockCredentialRefresher([late], gate: gate))
        let call = harness.start()
        await gate.waitForArrivals(1)
        harness.credentialProvider.end()
        await expectError(.loggedOut) { try await call.value }
        harness.stored.replace(with: .fixture(9))
        gate.open()
        await harness.waitForEndOfRefresh()
        #expect(harness.credentialProvider.credential == nil)
        #expect(harness.stored.stored == .fixture(9))
        #expect(harness.storage.calls == [.load, .reserveSpace])
        await expectError(.loggedOut) { try await harness.send() }
        #expect(harness.server.requests.count == 1)
    }

    @Test("a login stored while the refused session is removed is used by the waiting calls, and so is a logout")
    func loginWhileForgetting() async throws {
        for stored in [BearerCredential.fixture(9), nil] {
            let gate = Gate()
            let harness = try MemberHarness(
                server: TokenServer(accepting: "access-9"), refresher: MockCredentialRefresher([Self.refusal]),
                clearGate: gate)
            let call = harness.start()
            await gate.waitForArrivals(1)
            harness.stored.replace(with: stored)
            gate.open()
            if stored == nil {
                await expectError(.loggedOut) { try await call.value }
            } else {
                #expect(try await call.value == Item(name: "pen"))
            }
            #expect(harness.stored.stored == stored)
            #expect(harness.credentialProvider.credential == stored)
            #expect(harness.storage.calls == [.load, .reserveSpace, .clear(ifStill: Secret("access-1"))])
            #expect(harness.monitor.names.contains("takenFromOtherProcess") == (stored != nil))
        }
    }
}

@Suite("Refreshed credentials that could not be stored", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct UnsavedTests {
    private let failure = CredentialStorageError(reason: "The disk is full.")

    /// Refreshes without success for the waiting calls: the storage keeps the older credential.
    private func refreshUnsaved(to generation: Int, in harness: MemberHarness) async {
        harness.server.accept("access-\(generation)")
        harness.saveFailures.append(failure)
        harness.clock.advance(by: .seconds(10))
        await expectError(.credentialStorage(reason: "The disk is full.")) { try await harness.send() }
    }

    /// - Parameter isAdopted: whether the stored credential came from another process or from an earlier refresh, or
    ///   `nil` for that of the login.
    @Test(
        "an unsaved credential is refreshed with its own refresh token, not with the spent one in the storage",
        arguments: [nil, false, true])
    func ownToken(isAdopted: Bool?) async throws {
        let (first, stored) = (isAdopted == true ? 2 : 1, isAdopted == nil ? 1 : 2)
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher(((first + 1)...4).map { .success(.fixture($0)) }))
        if isAdopted == true { harness.stored.replace(with: .fixture(2)) }
        if isAdopted != nil { _ = try await harness.send() }
        #expect(harness.stored.stored == .fixture(stored))
        await refreshUnsaved(to: stored + 1, in: harness)
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-\(stored + 2)")
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls == (first...(stored + 1)).map { .fixture($0) })
        #expect(harness.stored.stored == .fixture(stored + 2))
    }

    @Test("a credential that another process stores later replaces an unsaved one")
    func otherProcess() async throws {
        let harness = try MemberHarness()
        await refreshUnsaved(to: 2, in: harness)
        harness.stored.replace(with: .fixture(9))
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-9")
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a refused refresh of an unsaved credential removes the spent one from the storage")
    func refused() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.success(.fixture(2)), .failure(.fixture(.loggedOut))]))
        await refreshUnsaved(to: 2, in: harness)
        #expect(harness.stored.stored == .fixture(1))
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-3")
        await expectError(.loggedOut) { try await harness.send() }
        #expect(harness.stored.stored == nil)
        #expect(harness.storage.calls.contains(.clear(ifStill: Secret("access-1"))))
    }
}
