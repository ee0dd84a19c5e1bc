import ContractSuites
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import TestSupport
import Testing

@Suite("Two processes with one credential storage", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct TwoProcessesTests {
    /// A server with rotation: a reused refresh token ends the whole session.
    private final class RotatingServer: CredentialRefreshing {
        private let state = Mutex((generation: 1, isAlive: true))
        let gate: Gate

        init(gate: Gate = Gate(isOpen: true)) {
            self.gate = gate
        }

        var generation: Int { state.withLock { $0.generation } }
        var isAlive: Bool { state.withLock { $0.isAlive } }

        func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
            let next: BearerCredential? = state.withLock { state in
                guard state.isAlive, credential.refreshToken == Secret("refresh-\(state.generation)") else {
                    state.isAlive = false
                    return nil
                }
                state.generation += 1
                return .fixture(state.generation)
            }
            await gate.pass()
            guard let next else { throw .fixture(.loggedOut) }
            return next
        }
    }

    private struct BrokenLock: RefreshLock {
        func tryLock() async throws(CredentialStorageError) -> Bool {
            throw CredentialStorageError(reason: "No locks.")
        }
        func unlock() {}
    }

    /// One process, with its own credential provider, identifiers and events.
    private struct Process {
        let credentialProvider: CredentialProvider
        let session: Session<TestMember>
        let monitor = MockEventMonitor()

        init(
            storage: any CredentialStorage, lock: any RefreshLock, server: RotatingServer, clock: ManualClock
        ) throws {
            credentialProvider = try .fixture(storage: storage, lock: lock, refresher: server)
            let client = try Client.fixture(
                transport: MockTransport(), time: clock, identifiers: RandomIdentifierSource(), monitor: monitor)
            session = client.member(of: credentialProvider)
        }
    }

    private let clock = ManualClock()
    private let storage = InMemoryCredentialStorage()
    private let lock = InMemoryRefreshLock()

    private func process(_ server: RotatingServer) throws -> Process {
        try Process(storage: storage, lock: lock, server: server, clock: clock)
    }

    @Test("two processes that refresh at once spend one refresh token, and both get the new credential")
    func sameInstant() async throws {
        let gate = Gate()
        let server = RotatingServer(gate: gate)
        let (one, other) = (try process(server), try process(server))
        async let first: Void = one.session.refreshCredential()
        await gate.waitForArrivals(1)
        async let second: Void = other.session.refreshCredential()
        await other.monitor.waitForEvents(1) { $0 == .waitingForOtherProcess }
        gate.open()
        try await first
        // The other process's next poll.
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        try await second
        #expect(server.isAlive)
        #expect(server.generation == 2)
        #expect(one.credentialProvider.credential == .fixture(2))
        #expect(other.credentialProvider.credential == .fixture(2))
        #expect(other.monitor.events.contains { $0.kind == .takenFromOtherProcess })
        #expect(!lock.isHeld)
    }

    @Test("two processes whose wall clocks differ and change during the refresh spend one refresh token")
    func clocks() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "refresh.lock")
            let gate = Gate()
            let server = RotatingServer(gate: gate)
            let (fast, slow) = (ManualClock(), ManualClock())
            let one = try Process(storage: storage, lock: FileRefreshLock(file: file), server: server, clock: slow)
            let other = try Process(storage: storage, lock: FileRefreshLock(file: file), server: server, clock: fast)
            fast.moveWallClock(by: .seconds(60))
            async let first: Void = one.session.refreshCredential()
            await gate.waitForArrivals(1)
            async let second: Void = other.session.refreshCredential()
            for step in [3_600, -7_200, 10] {
                await fast.waitForSleepers(1)
                fast.moveWallClock(by: .seconds(step))
                slow.moveWallClock(by: .seconds(-step))
                fast.advance(by: .milliseconds(100))
            }
            await fast.waitForSleepers(1)
            fast.advance(by: .seconds(600))
            await fast.waitForSleepers(1)
            #expect(server.generation == 2)
            gate.open()
            try await first
            fast.moveWallClock(by: .seconds(-3_600))
            fast.advance(by: .milliseconds(100))
            try await second
            #expect(server.isAlive)
            #expect(server.generation == 2)
            #expect(other.credentialProvider.credential == .fixture(2))
        }
    }

    @Test("a process that can't use the lock sends nothing and reports why")
    func brokenLock() async throws {
        let process = try Process(storage: storage, lock: BrokenLock(), server: RotatingServer(), clock: clock)
        await expectError(.credentialStorage(reason: "No locks.")) { try await process.session.refreshCredential() }
        #expect(storage.stored == .fixture(1))
    }

    @Test("a process whose refresh fails, or can't be stored, releases the lock at once")
    func failure() async throws {
        let unwritable = MockCredentialStorage(
            over: storage, save: .error(CredentialStorageError(reason: "The disk is full.")))
        let one = try Process(storage: unwritable, lock: lock, server: RotatingServer(), clock: clock)
        await expectError(.credentialStorage(reason: "The disk is full.")) { try await one.session.refreshCredential() }
        #expect(!lock.isHeld)
        let refresher = MockCredentialRefresher([.failure(.fixture(.transport(.connectionLost)))])
        let session = try Session.member(
            of: .fixture(storage: storage, lock: lock, refresher: refresher), over: MockTransport(), time: clock)
        await expectError(.transport(.connectionLost)) { try await session.refreshCredential() }
        #expect(!lock.isHeld)
        try await process(RotatingServer()).session.refreshCredential()
        #expect(storage.stored == .fixture(2))
    }

    @Test("a login stored during another process's refresh stays stored")
    func loginMeanwhile() async throws {
        let gate = Gate()
        let server = RotatingServer(gate: gate)
        let sleeper = try process(server)
        async let refresh: Void = sleeper.session.refreshCredential()
        await gate.waitForArrivals(1)
        storage.replace(with: .fixture(9))
        gate.open()
        try await refresh
        #expect(storage.stored == .fixture(9))
        #expect(sleeper.credentialProvider.credential == .fixture(9))
        #expect(sleeper.monitor.events.contains { $0.kind == .takenFromOtherProcess })
    }

    @Test("a process that slept until the other's refreshed credential expired refreshes it")
    func expiredWhileAsleep() async throws {
        let server = RotatingServer()
        let (one, sleeper) = (try process(server), try process(server))
        try await one.session.refreshCredential()
        clock.advance(by: .seconds(3_600))
        try await sleeper.session.refreshCredential()
        #expect(server.isAlive)
        #expect(sleeper.credentialProvider.credential == .fixture(3))
        #expect(storage.stored == .fixture(3))
    }

    @Test("twenty processes, in five rounds, spend each refresh token once")
    func many() async throws {
        let server = RotatingServer()
        let processes = try (1...20).map { _ in try process(server) }
        let ticking = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advance(by: .milliseconds(10))
            }
        }
        for _ in 1...5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for process in processes { group.addTask { try await process.session.refreshCredential() } }
                try await group.waitForAll()
            }
            #expect(server.isAlive)
        }
        ticking.cancel()
        await ticking.value
        #expect(storage.stored == .fixture(server.generation))
    }
}
