import ContractSuites
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

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
