import EngineContracts
import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Credentials that other processes change", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct OtherProcessTests {
    private static let refusal = Result<BearerCredential, NetworkError>.failure(.fixture(.loggedOut))

    @Test(
        "another process's refreshed credential or logout is adopted without a refresh",
        arguments: [BearerCredential.fixture(2), nil])
    func adopted(stored: BearerCredential?) async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher([.success(.fixture(4))]))
        harness.stored.replace(with: stored)
        if stored == nil {
            await expectError(.loggedOut) { try await harness.send() }
        } else {
            #expect(try await harness.send() == Item(name: "pen"))
        }
        #expect(harness.refresher.calls.isEmpty)
        #expect(harness.storage.calls == [.load])
        #expect(harness.credentialProvider.credential == stored)
        if stored != nil { try await expectRefresh(in: harness) }
    }

    /// Expects that the next refusal leads to a refresh whose credential is stored, as it does only if the provider has
    /// noted the adopted one as stored.
    private func expectRefresh(in harness: MemberHarness) async throws {
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-4")
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.stored.stored == .fixture(4))
    }

    @Test(
        "what another process stores during a refresh stays: its credential is adopted, and its logout is not undone",
        arguments: [(refusal, .fixture(3)), (.success(.fixture(2)), .fixture(3)), (.success(.fixture(2)), nil)]
            as [(Result<BearerCredential, NetworkError>, BearerCredential?)])
    func storedDuringRefresh(result: Result<BearerCredential, NetworkError>, stored: BearerCredential?) async throws {
        let gate = Gate()
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-3"),
            refresher: MockCredentialRefresher([result, .success(.fixture(4))], gate: gate))
        let call = harness.start()
        await gate.waitForArrivals(1)
        harness.stored.replace(with: stored)
        gate.open()
        if stored == nil {
            await expectError(.credentialStorage(reason: "The user logged out during the refresh.")) {
                try await call.value
            }
        } else {
            #expect(try await call.value == Item(name: "pen"))
            #expect(harness.credentialProvider.credential == stored)
            #expect(harness.monitor.names.contains("takenFromOtherProcess"))
        }
        #expect(harness.stored.stored == stored)
        if stored != nil { try await expectRefresh(in: harness) }
    }

    @Test("a process that slept until the other's refreshed credential expired refreshes that one")
    func expiredWhileAsleep() async throws {
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-3"), refresher: MockCredentialRefresher(.fixture(3)))
        harness.stored.replace(with: .fixture(2))
        harness.clock.advance(by: .seconds(3_600))
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls == [.fixture(2)])
        #expect(harness.server.tokens() == ["access-3"], "the expired one was not sent")
        #expect(harness.stored.stored == .fixture(3))
    }

    @Test("a credential that another process refreshed a moment later is adopted despite the refresh window")
    func adoptedWithinWindow() async throws {
        let results = [2, 4].map { Result<BearerCredential, NetworkError>.success(.fixture($0)) }
        let harness = try MemberHarness(refresher: MockCredentialRefresher(results))
        #expect(try await harness.send() == Item(name: "pen"))
        harness.stored.replace(with: .fixture(3))
        harness.server.accept("access-3")
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.credentialProvider.credential == .fixture(3))
        #expect(harness.monitor.names.filter { $0 == "takenFromOtherProcess" }.count == 1)
        #expect(!harness.monitor.names.contains("refreshSuppressed"))
        try await expectRefresh(in: harness)
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

    /// Refreshes without success for the waiting call: the storage keeps the older credential, and later calls use the
    /// new one.
    private func refreshUnsaved(to generation: Int, in harness: MemberHarness) async throws {
        harness.server.accept("access-\(generation)")
        harness.saveFailures.append(failure)
        harness.clock.advance(by: .seconds(10))
        await expectError(.credentialStorage(reason: "The disk is full.")) { try await harness.send() }
        #expect(!harness.lock.isHeld)
        #expect(try await harness.send() == Item(name: "pen"))
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
        try await refreshUnsaved(to: stored + 1, in: harness)
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-\(stored + 2)")
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls == (first...(stored + 1)).map { .fixture($0) })
        #expect(harness.stored.stored == .fixture(stored + 2))
    }

    @Test("a credential that another process stores later replaces an unsaved one")
    func otherProcess() async throws {
        let harness = try MemberHarness()
        try await refreshUnsaved(to: 2, in: harness)
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
        try await refreshUnsaved(to: 2, in: harness)
        #expect(harness.stored.stored == .fixture(1))
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-3")
        await expectError(.loggedOut) { try await harness.send() }
        #expect(harness.stored.stored == nil)
        #expect(harness.storage.calls.contains(.clear(ifStill: Secret("access-1"))))
    }
}

@Suite("Two processes with one credential storage", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct TwoProcessesTests {
    /// A server with rotation: a reused refresh token ends the whole session.
    private struct RotatingServer: CredentialRefreshing {
        let gate: Gate
        let spent = Recorder<BearerCredential>()

        func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
            let isReused = spent.all.contains(credential)
            spent.add(credential)
            await gate.pass()
            if isReused { throw .fixture(.loggedOut) }
            return .fixture(spent.all.count + 1)
        }
    }

    /// A lock with a lease by the wall clock would end too early.
    @Test(
        "two processes that refresh at once spend one refresh token, whatever happens to their wall clocks meanwhile")
    func sameInstant() async throws {
        try await withTemporaryFolder { folder in
            let server = RotatingServer(gate: Gate())
            let storage = InMemoryCredentialStorage()
            let (clock, otherClock, monitor) = (ManualClock(), ManualClock(), MockEventMonitor())
            let providers = try (1...2).map { _ in
                try CredentialProvider.fixture(
                    storage: storage, lock: FileRefreshLock(file: folder.appending(path: "refresh.lock")),
                    refresher: server)
            }
            let one = try Session.member(of: providers[0], over: MockTransport(), time: clock)
            let other = try Session.member(of: providers[1], over: MockTransport(), time: otherClock, monitor: monitor)
            async let first: Void = one.refreshCredential()
            await server.gate.waitForArrivals(1)
            async let second: Void = other.refreshCredential()
            await monitor.waitForEvents(1) { $0 == .waitingForOtherProcess }
            for step in [3_600, -7_200, 10] {
                await otherClock.waitForSleepers(1)
                otherClock.moveWallClock(by: .seconds(step))
                clock.moveWallClock(by: .seconds(-step))
                otherClock.advance(by: .seconds(600))
            }
            await otherClock.waitForSleepers(1)
            server.gate.open()
            try await first
            otherClock.moveWallClock(by: .seconds(-3_600))
            // The next poll of the lock.
            otherClock.advance(by: .milliseconds(100))
            try await second
            #expect(server.spent.all == [.fixture(1)])
            for provider in providers { #expect(provider.credential == .fixture(2)) }
            #expect(monitor.names.contains("takenFromOtherProcess"))
        }
    }

    @Test("a process that can't use the lock sends nothing and reports why")
    func brokenLock() async throws {
        struct BrokenLock: RefreshLock {
            func tryLock() async throws(CredentialStorageError) -> Bool {
                throw CredentialStorageError(reason: "No locks.")
            }
            func unlock() {}
        }
        let provider = try CredentialProvider.fixture(lock: BrokenLock(), refresher: MockCredentialRefresher())
        let session = try Session.member(of: provider, over: MockTransport())
        await expectError(.credentialStorage(reason: "No locks.")) { try await session.refreshCredential() }
    }
}
