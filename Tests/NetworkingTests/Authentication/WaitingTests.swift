import EngineContracts
import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Calls that wait for a refresh", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct WaitingTests {
    private let refresh = Gate()
    private let allSent = Gate()

    /// Starts `count` calls, the first of which starts the refresh, and returns when all wait for it.
    private func startCalls(_ count: Int, in harness: MemberHarness) async -> [Task<Item, any Error>] {
        var tasks: [Task<Item, any Error>] = []
        for number in 1...count {
            tasks.append(harness.start())
            await allSent.waitForArrivals(number)
        }
        allSent.open()
        await harness.waitForWaiters(count)
        return tasks
    }

    private func makeHarness(
        responses: [Result<BearerCredential, NetworkError>] = [.success(.fixture(2))],
        saveGate: Gate = Gate(isOpen: true)
    ) throws -> MemberHarness {
        try MemberHarness(
            server: TokenServer(accepting: "access-2", gates: ["/item": allSent]),
            refresher: MockCredentialRefresher(responses, gate: refresh), saveGate: saveGate)
    }

    /// One, including the one that started the refresh, or all of the three.
    @Test(
        "a waiting call that is cancelled fails alone and at once, and the refresh finishes for later calls",
        arguments: [[0], [1], [0, 1, 2]])
    func cancelled(indices: [Int]) async throws {
        let harness = try makeHarness()
        let tasks = await startCalls(3, in: harness)
        for index in indices { tasks[index].cancel() }
        for index in indices { await expectError(.cancelled) { try await tasks[index].value } }
        refresh.open()
        for (other, task) in tasks.enumerated() where !indices.contains(other) {
            #expect(try await task.value == Item(name: "pen"))
        }
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.stored.stored == .fixture(2))
    }

    @Test("no call is resumed before the new credential is stored")
    func savedFirst() async throws {
        let saving = Gate()
        let harness = try makeHarness(saveGate: saving)
        let tasks = await startCalls(3, in: harness)
        refresh.open()
        await saving.waitForArrivals(1)
        // The save has begun and can't end, so the current credential is still the old one.
        #expect(harness.credentialProvider.credential == .fixture(1))
        #expect(!harness.monitor.names.contains("resent"))
        saving.open()
        for task in tasks { _ = try await task.value }
        #expect(harness.stored.stored == .fixture(2))
        #expect(harness.credentialProvider.credential == .fixture(2))
    }

    @Test("a failure to remove a refused credential is reported to the monitor")
    func notForgotten() async throws {
        let storage = MockCredentialStorage(
            over: InMemoryCredentialStorage(), clear: .error(CredentialStorageError(reason: "The disk is gone.")))
        let monitor = MockEventMonitor()
        let session = try Session.member(
            of: .fixture(storage: storage, refresher: MockCredentialRefresher([.failure(.fixture(.loggedOut))])),
            over: TokenServer(accepting: nil), monitor: monitor)
        await expectError(.loggedOut) { try await session.send(.item) }
        #expect(monitor.names.contains("credentialNotRemoved"))
    }

    @Test(
        "a refresh that fails fails every waiting call with its own request, and a call after the pause may refresh again",
        arguments: [
            (NetworkError.Cause.transport(.connectionLost), NetworkError.Cause.transport(.connectionLost)),
            (.status(HTTPFailure(status: 503)), .refresh(HTTPFailure(status: 503))),
        ])
    func failed(cause: NetworkError.Cause, reported: NetworkError.Cause) async throws {
        let harness = try makeHarness(responses: [.failure(.fixture(cause)), .success(.fixture(2))])
        let tasks = await startCalls(3, in: harness)
        refresh.open()
        for task in tasks {
            let error = await expectError(reported) { try await task.value }
            let metadata = try #require(error?.metadata)
            #expect(metadata.operation == "item(at:)", "the call that failed")
            #expect(metadata.url == "https://api.example.com/fixture", "the request that failed")
        }
        #expect(harness.stored.stored == .fixture(1))
        #expect(!harness.lock.isHeld)
        harness.clock.advance(by: .seconds(1))
        #expect(try await harness.send() == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 2)
    }

    @Test("a storage that can't be read triggers no refresh and ends no session")
    func unreadable() async throws {
        let storage = MockCredentialStorage(load: .error(CredentialStorageError(reason: "The disk is gone.")))
        let credentialProvider = try CredentialProvider.fixture(storage: storage, refresher: MockCredentialRefresher())
        let session = try Session.member(of: credentialProvider, over: TokenServer(accepting: nil))
        await expectError(.credentialStorage(reason: "The disk is gone.")) { try await session.send(.item) }
        #expect(credentialProvider.credential == .fixture(1))
    }

    @Test("a credential without a refresh token can't be refreshed, so its rejection ends the session")
    func withoutRefreshToken() async throws {
        let credential = BearerCredential(token: Secret("access-1"), refreshToken: nil, expiresAt: nil)
        let storage = InMemoryCredentialStorage(credential)
        let session = try Session.member(
            of: .fixture(credential: credential, storage: storage, refresher: MockCredentialRefresher()),
            over: TokenServer(accepting: nil))
        await expectError(.loggedOut) { try await session.send(.item) }
        #expect(storage.stored == nil)
    }
}
