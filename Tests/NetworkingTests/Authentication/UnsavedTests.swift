import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("A renewed credential that could not be saved", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct UnsavedTests {
    private let failure = CredentialStorageError(reason: "The disk is full.")

    /// Renews once more, in vain for whoever waits: the storage keeps the older credential.
    private func renewUnsaved(to generation: Int, in world: MemberWorld) async {
        world.server.accept("access-\(generation)")
        world.storage.failNextSave(with: failure)
        world.clock.advance(by: .seconds(10))
        await expectError(.credentialStorage(reason: "The disk is full.")) { try await world.session.send(.item) }
    }

    @Test("is renewed by its own refresh token, never by the spent one that is still stored")
    func afterSignIn() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: [.success(.fixture(2)), .success(.fixture(3))]))
        await renewUnsaved(to: 2, in: world)
        world.clock.advance(by: .seconds(10))
        world.server.accept("access-3")
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.received == [.fixture(1), .fixture(2)])
        #expect(world.kept.kept == .fixture(3))
    }

    @Test("is told from what is stored, even after an earlier renewal that was saved")
    func afterSave() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: (2...4).map { .success(.fixture($0)) }))
        _ = try await world.session.send(.item)
        #expect(world.kept.kept == .fixture(2))
        await renewUnsaved(to: 3, in: world)
        world.clock.advance(by: .seconds(10))
        world.server.accept("access-4")
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.received == [.fixture(1), .fixture(2), .fixture(3)])
        #expect(world.kept.kept == .fixture(4))
    }

    @Test("is told from what is stored, even after another process's credential was adopted")
    func afterAdoption() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: (3...4).map { .success(.fixture($0)) }))
        world.kept.replace(with: .fixture(2))
        _ = try await world.session.send(.item)
        await renewUnsaved(to: 3, in: world)
        world.clock.advance(by: .seconds(10))
        world.server.accept("access-4")
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.received == [.fixture(2), .fixture(3)])
    }

    @Test("gives way to what another process stores later")
    func otherProcess() async throws {
        let world = try MemberWorld()
        await renewUnsaved(to: 2, in: world)
        world.kept.replace(with: .fixture(9))
        world.clock.advance(by: .seconds(10))
        world.server.accept("access-9")
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 1)
    }

    @Test("is refused for good: what is forgotten is the spent one that is still stored")
    func refused() async throws {
        let world = try MemberWorld(
            refresher: ScriptedRefresher(answers: [.success(.fixture(2)), .failure(.fixture(.signedOut))]))
        await renewUnsaved(to: 2, in: world)
        #expect(world.kept.kept == .fixture(1))
        world.clock.advance(by: .seconds(10))
        world.server.accept("access-3")
        await expectError(.signedOut) { try await world.session.send(.item) }
        #expect(world.kept.kept == nil)
        #expect(world.storage.calls.contains(.clear(ifStill: Secret("access-1"))))
    }
}
