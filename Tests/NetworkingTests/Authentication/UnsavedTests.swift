import ContractSuites
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Refreshed credentials that could not be stored", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct UnsavedTests {
    private let failure = CredentialStorageError(reason: "The disk is full.")

    /// Refreshes without success for the waiting calls: the storage keeps the older credential.
    private func refreshUnsaved(to generation: Int, in harness: MemberHarness) async {
        harness.server.accept("access-\(generation)")
        harness.saveFailures.append(failure)
        harness.clock.advance(by: .seconds(10))
        await expectError(.credentialStorage(reason: "The disk is full.")) { try await harness.session.send(.item) }
    }

    @Test("an unsaved credential is refreshed with its own refresh token, not with the spent one in the storage")
    func afterLogin() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher([.success(.fixture(2)), .success(.fixture(3))]))
        await refreshUnsaved(to: 2, in: harness)
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-3")
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls == [.fixture(1), .fixture(2)])
        #expect(harness.stored.stored == .fixture(3))
    }

    @Test("an unsaved credential is distinguished from the stored one after an earlier saved refresh")
    func afterSave() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher((2...4).map { .success(.fixture($0)) }))
        _ = try await harness.session.send(.item)
        #expect(harness.stored.stored == .fixture(2))
        await refreshUnsaved(to: 3, in: harness)
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-4")
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls == [.fixture(1), .fixture(2), .fixture(3)])
        #expect(harness.stored.stored == .fixture(4))
    }

    @Test("an unsaved credential is distinguished from the stored one after adopting another process's credential")
    func afterAdoption() async throws {
        let harness = try MemberHarness(
            refresher: MockCredentialRefresher((3...4).map { .success(.fixture($0)) }))
        harness.stored.replace(with: .fixture(2))
        _ = try await harness.session.send(.item)
        await refreshUnsaved(to: 3, in: harness)
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-4")
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls == [.fixture(2), .fixture(3)])
    }

    @Test("a credential that another process stores later replaces an unsaved one")
    func otherProcess() async throws {
        let harness = try MemberHarness()
        await refreshUnsaved(to: 2, in: harness)
        harness.stored.replace(with: .fixture(9))
        harness.clock.advance(by: .seconds(10))
        harness.server.accept("access-9")
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
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
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(harness.stored.stored == nil)
        #expect(harness.storage.calls.contains(.clear(ifStill: Secret("access-1"))))
    }
}
