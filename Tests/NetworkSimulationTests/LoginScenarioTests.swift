import Foundation
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

/// The server ends all sessions while another process logs in.
@Suite("Logging in again in a simulation", .timeLimit(.minutes(20)))
struct LoginScenarioTests {
    /// The storage that two processes share, as slow as a busy disk: each call waits before and after its decision.
    private struct SlowStorage: CredentialStorage {
        let base: InMemoryCredentialStorage
        let world: SimulatedWorld
        /// Checks before it clears, and clears whatever is stored by then.
        var clearsInTwoSteps = false

        private func wait() async {
            // A cancelled task does not wait for the disk.
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

    /// The outcome of a hundred rounds. In each round the server ends all sessions, and another process logs in at
    /// about the time when two processes notice.
    private struct Outcome: Equatable {
        /// Rounds after which the new auth session was not stored.
        var lost = 0
        /// Rounds in which a process continued with the new auth session.
        var adopted = 0
        /// Rounds in which the new auth session came too late for a process.
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

    @Test("a process that learns of the end of the old session never removes a new login")
    func neverLost() throws {
        try Simulation.run(seeds: 5) { world in
            let outcome = try rounds(in: world)
            #expect(outcome.lost == 0, "seed \(world.seed)")
            #expect(outcome.adopted > 10 && outcome.loggedOut > 10, "seed \(world.seed): no race happened")
        }
    }

    @Test("control: a storage without an atomic clear loses a new login sometimes")
    func lost() throws {
        try Simulation.run(seeds: 3) { world in
            let outcome = try rounds(in: world, clearingInTwoSteps: true)
            #expect(outcome.lost > 0, "seed \(world.seed)")
        }
    }
}
