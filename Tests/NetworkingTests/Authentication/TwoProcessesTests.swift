import Networking
import Primitives
import Synchronization
import TestSupport
import Testing

@Suite("Two processes over one storage", .timeLimit(.minutes(1)))
struct TwoProcessesTests {
    /// A server with rotation: a refresh token that is shown twice ends the whole session.
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
            guard let next else { throw .fixture(.signedOut) }
            return next
        }
    }

    /// One process: an authority of its own, identifiers and events of its own, and the clock that all share.
    private struct Process {
        let authority: BearerAuthority
        let session: Session<TestMember>
        let monitor = RecordingMonitor()

        init(
            storage: any CredentialStorage, server: RotatingServer, clock: ManualClock, policy: RenewalPolicy = .init()
        ) throws {
            authority = try .fixture(storage: storage, refresher: server, policy: policy)
            let client = try Client.fixture(
                transport: FailingTransport(), time: clock, identifiers: RandomIdentifierSource(), monitor: monitor)
            session = client.session(with: CredentialHandle<TestMember>(authority: authority))
        }
    }

    private let clock = ManualClock()
    private let storage = InMemoryCredentialStorage()

    private func process(_ server: RotatingServer) throws -> Process {
        try Process(storage: storage, server: server, clock: clock)
    }

    @Test("that renew in the same instant spend one refresh token, and both have the new credential")
    func sameInstant() async throws {
        let gate = Gate()
        let server = RotatingServer(gate: gate)
        let (one, other) = (try process(server), try process(server))
        async let first: Void = one.session.renewCredential()
        await gate.waitForArrivals(1)
        async let second: Void = other.session.renewCredential()
        await other.monitor.waitForEvents(1) { $0 == .waitingForOtherProcess }
        gate.open()
        try await first
        // The other one's next look.
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(100))
        try await second
        #expect(server.isAlive)
        #expect(server.generation == 2)
        #expect(one.authority.credential == .fixture(2))
        #expect(other.authority.credential == .fixture(2))
        #expect(other.monitor.events.contains { $0.kind == .takenFromOtherProcess })
        #expect(storage.holder == nil)
    }

    @Test("one of which dies in its turn: the other renews when the lease has run out")
    func death() async throws {
        let server = RotatingServer()
        let survivor = try process(server)
        let turn = try await storage.claimRenewal(
            of: Secret("access-1"), by: SequentialIdentifierSource.identifier(9), at: clock.now, lease: .seconds(10))
        #expect(turn == .ours)
        async let renewal: Void = survivor.session.renewCredential()
        await survivor.monitor.waitForEvents(1) { $0 == .waitingForOtherProcess }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        try await renewal
        #expect(survivor.authority.credential == .fixture(2))
        #expect(storage.kept == .fixture(2))
    }

    @Test("one of which renews for longer than a lease: its pulse keeps the turn")
    func pulse() async throws {
        let gate = Gate()
        let server = RotatingServer(gate: gate)
        let one = try process(server)
        async let renewal: Void = one.session.renewCredential()
        await gate.waitForArrivals(1)
        for _ in 1...6 { await clock.advanceToNextDeadline() }
        await clock.waitForSleepers(1)
        #expect(clock.uptime > .seconds(19))
        let turn = try await storage.claimRenewal(
            of: Secret("access-1"), by: SequentialIdentifierSource.identifier(9), at: clock.now, lease: .seconds(10))
        #expect(turn == .theirs)
        gate.open()
        try await renewal
        #expect(storage.kept == .fixture(2))
    }

    @Test("one of which fails: its turn goes to the other at once")
    func failure() async throws {
        let refresher = ScriptedRefresher(answers: [.failure(.fixture(.transport(.connectionLost)))])
        let authority = try BearerAuthority.fixture(storage: storage, refresher: refresher)
        let session = try Client.fixture(transport: FailingTransport(), time: clock)
            .session(with: CredentialHandle<TestMember>(authority: authority))
        await expectError(.transport(.connectionLost)) { try await session.renewCredential() }
        #expect(storage.holder == nil)
        try await process(RotatingServer()).session.renewCredential()
        #expect(storage.kept == .fixture(2))
    }

    @Test("one of which lost its turn while it slept: what the other has kept stays")
    func lapsed() async throws {
        let gate = Gate()
        let server = RotatingServer(gate: gate)
        let sleeper = try process(server)
        async let renewal: Void = sleeper.session.renewCredential()
        await gate.waitForArrivals(1)
        storage.replace(with: .fixture(9))
        gate.open()
        try await renewal
        #expect(storage.kept == .fixture(9))
        #expect(sleeper.authority.credential == .fixture(9))
        #expect(sleeper.monitor.events.contains { $0.kind == .takenFromOtherProcess })
    }

    @Test("one of which slept until what the other had renewed is over: it renews that")
    func overslept() async throws {
        let server = RotatingServer()
        let (one, sleeper) = (try process(server), try process(server))
        try await one.session.renewCredential()
        clock.advance(by: .seconds(3_600))
        try await sleeper.session.renewCredential()
        #expect(server.isAlive)
        #expect(sleeper.authority.credential == .fixture(3))
        #expect(storage.kept == .fixture(3))
    }

    @Test("twenty of them, five times over, spend each refresh token once")
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
                for process in processes { group.addTask { try await process.session.renewCredential() } }
                try await group.waitForAll()
            }
            #expect(server.isAlive)
        }
        ticking.cancel()
        await ticking.value
        #expect(storage.kept == .fixture(server.generation))
    }
}
