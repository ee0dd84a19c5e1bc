import Foundation
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

/// Sessions that the server ends for good, while somebody signs in anew through another process.
@Suite("Signing in anew in a simulated world", .timeLimit(.minutes(5)))
struct LoginScenarioTests {
    /// What two processes share, as slow as a busy disk: each question waits before it is decided and after.
    private struct SlowStorage: CredentialStorage {
        let base: InMemoryCredentialStorage
        let world: SimulatedWorld
        /// Looks before it clears, and clears whatever it finds then.
        var clearsInTwoSteps = false

        private func wait() async {
            // Who is cancelled finds a faster disk.
            try? await world.time.sleep(for: .milliseconds(400) * world.random.nextUnit())
        }

        func load() async throws(CredentialStorageError) -> BearerCredential? {
            await wait()
            return base.stored
        }

        func save(
            _ credential: BearerCredential, replacing old: Secret<String>
        ) async throws(CredentialStorageError) -> Bool {
            await wait()
            return try await base.save(credential, replacing: old)
        }

        func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
            await wait()
            guard clearsInTwoSteps else { return try await base.clear(ifStill: token) }
            if let stored = base.stored, stored.token != token { return stored }
            await wait()
            base.replace(with: nil)
            return nil
        }
    }

    /// How a hundred rounds went: in each the server ends all sessions, and somebody signs in anew about when two processes
    /// notice.
    private struct Outcome: Equatable {
        /// Rounds after which the new sign-in was not kept.
        var lost = 0
        /// Rounds in which a process went on with it.
        var adopted = 0
        /// Rounds in which it came too late for a process.
        var loggedOut = 0
    }

    private func rounds(in world: SimulatedWorld, clearingInTwoSteps isCareless: Bool = false) throws -> Outcome {
        let backend = SimulatedBackend(world)
        backend.rules.thinkingTime = .milliseconds(5) ... .milliseconds(200)
        backend.rules.refreshTime = .milliseconds(5) ... .milliseconds(400)
        let network = SimulatedNetwork(world, to: backend)
        return try world.run {
            var outcome = Outcome()
            for _ in 1...100 {
                let credential = backend.logIn(1)
                let stored = InMemoryCredentialStorage(credential)
                let storage = SlowStorage(base: stored, world: world, clearsInTwoSteps: isCareless)
                let lock = InMemoryRefreshLock()
                let members = try (0..<2).map { _ in
                    try SimulatedProcess(world, over: network).member(1, holding: credential, in: storage, lock: lock)
                }
                backend.endSessions()
                let new = backend.logIn(1)
                await withDiscardingTaskGroup { group in
                    for member in members {
                        group.addTask { _ = try? await member.session.send(.profile) }
                    }
                    group.addTask {
                        try? await world.time.sleep(for: .seconds(3) * world.random.nextUnit())
                        stored.replace(with: new)
                    }
                }
                if stored.stored != new { outcome.lost += 1 }
                if members.contains(where: { $0.credentialProvider.credential == new }) { outcome.adopted += 1 }
                if members.contains(where: { $0.credentialProvider.credential == nil }) { outcome.loggedOut += 1 }
            }
            return outcome
        }
    }

    @Test("a sign-in is never lost to a process that is told at that moment that the session before it has ended")
    func neverLost() throws {
        try Simulation.run(seeds: 5) { world in
            let outcome = try rounds(in: world)
            #expect(outcome.lost == 0, "seed \(world.seed)")
            #expect(outcome.adopted > 10 && outcome.loggedOut > 10, "seed \(world.seed): no race in it")
        }
    }

    @Test("it is lost now and then where the storage looks first and clears then: the simulation can tell")
    func lost() throws {
        try Simulation.run(seeds: 3) { world in
            let outcome = try rounds(in: world, clearingInTwoSteps: true)
            #expect(outcome.lost > 0, "seed \(world.seed)")
        }
    }
}
