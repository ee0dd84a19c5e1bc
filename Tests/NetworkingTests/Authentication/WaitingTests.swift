import ContractSuites
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Calls that wait for a renewal", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct WaitingTests {
    private let refresh = Gate()
    private let allSent = Gate()

    /// Starts `count` calls, the first of which starts the renewal, and returns when all wait for it.
    private func startCalls(_ count: Int, in harness: MemberHarness) async -> [Task<Item, any Error>] {
        var tasks: [Task<Item, any Error>] = []
        for number in 1...count {
            tasks.append(Task { try await harness.session.send(.item) })
            await allSent.waitForArrivals(number)
        }
        allSent.open()
        await harness.waitForWaiters(count)
        return tasks
    }

    private func makeHarness(
        responses: [Result<BearerCredential, NetworkError>] = [.success(.fixture(2))],
        stored: InMemoryCredentialStorage = InMemoryCredentialStorage(), saveGate: Gate = Gate(isOpen: true)
    ) throws -> MemberHarness {
        try MemberHarness(
            server: TokenServer(accepting: "access-2", gates: ["/item": allSent]),
            refresher: MockCredentialRefresher(responses, gate: refresh), stored: stored, saveGate: saveGate)
    }

    @Test("one that is cancelled fails alone and at once", arguments: 0..<3)
    func cancelled(index: Int) async throws {
        // Whichever of the three is cancelled, the one that started the renewal among them.
        let harness = try makeHarness()
        let tasks = await startCalls(3, in: harness)
        tasks[index].cancel()
        await expectError(.cancelled) { try await tasks[index].value }
        refresh.open()
        for (other, task) in tasks.enumerated() where other != index {
            #expect(try await task.value == Item(name: "pen"))
        }
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.stored.stored == .fixture(2))
    }

    @Test("all cancelled: the renewal still ends, for whoever comes next")
    func allCancelled() async throws {
        let saving = Gate()
        let harness = try makeHarness(saveGate: saving)
        let tasks = await startCalls(3, in: harness)
        for task in tasks { task.cancel() }
        for task in tasks { await expectError(.cancelled) { try await task.value } }
        refresh.open()
        saving.open()
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.stored.stored == .fixture(2))
    }

    @Test("one that is cancelled before it begins to wait is told so")
    func cancelledBefore() async throws {
        let harness = try makeHarness()
        let tasks = await startCalls(1, in: harness)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await harness.session.send(.item)
        }
        await expectError(.cancelled) { try await late.value }
        refresh.open()
        _ = try await tasks[0].value
    }

    @Test("nobody is answered before the new credential is saved")
    func savedFirst() async throws {
        let saving = Gate()
        let harness = try makeHarness(saveGate: saving)
        let tasks = await startCalls(3, in: harness)
        refresh.open()
        await saving.waitForArrivals(1)
        // The save has begun and can't end: the credential that calls are given is still the old one, and no call that
        // comes now is let through.
        #expect(harness.credentialProvider.credential == .fixture(1))
        #expect(!harness.monitor.names.contains("resent"))
        #expect(harness.stored.stored == .fixture(1))
        saving.open()
        for task in tasks { _ = try await task.value }
        #expect(harness.stored.stored == .fixture(2))
        #expect(harness.credentialProvider.credential == .fixture(2))
    }

    @Test("a credential that could not be saved: who waited is told, who comes next uses it")
    func unsaved() async throws {
        let harness = try makeHarness()
        let failure = CredentialStorageError(reason: "The disk is full.")
        harness.saveFailures.append(failure)
        let tasks = await startCalls(3, in: harness)
        refresh.open()
        for task in tasks {
            await expectError(.credentialStorage(reason: "The disk is full.")) { try await task.value }
        }
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.server.tokens().last == "access-2")
    }

    @Test("a renewal that the server refuses signs everybody out")
    func refused() async throws {
        let harness = try makeHarness(responses: [.failure(.fixture(.loggedOut))])
        let tasks = await startCalls(3, in: harness)
        refresh.open()
        for task in tasks { await expectError(.loggedOut) { try await task.value } }
        #expect(harness.stored.stored == nil, "a refresh token that the server refused is worth nothing")
        #expect(harness.credentialProvider.credential == nil)
        let sent = harness.server.requests.count
        await expectError(.loggedOut) { try await harness.session.send(.item) }
        #expect(harness.server.requests.count == sent, "nothing is sent after the end")
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a refused renewal whose credential can't be forgotten is told to the monitor")
    func notForgotten() async throws {
        let storage = MockCredentialStorage(
            over: InMemoryCredentialStorage(), clear: .error(CredentialStorageError(reason: "The disk is gone.")))
        let monitor = MockEventMonitor()
        let credentialProvider = try CredentialProvider.fixture(
            storage: storage,
            refresher: MockCredentialRefresher([.failure(.fixture(.loggedOut))]))
        let client = try Client.fixture(
            transport: TokenServer(accepting: nil), interceptors: [AuthenticationInterceptor()], monitor: monitor)
        await expectError(.loggedOut) {
            try await client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)).send(
                .item)
        }
        #expect(monitor.names.contains("credentialNotForgotten"))
    }

    @Test(
        "a renewal that does not get through is every waiter's cause, and a call after the pause may renew",
        arguments: [
            (NetworkError.Cause.transport(.connectionLost), NetworkError.Cause.transport(.connectionLost)),
            (.timeout(.attempt(.seconds(1))), .timeout(.attempt(.seconds(1)))),
            (.status(HTTPFailure(status: 503)), .refresh(HTTPFailure(status: 503))),
            (.status(HTTPFailure(status: 404)), .refresh(HTTPFailure(status: 404))),
        ])
    func failed(cause: NetworkError.Cause, reported: NetworkError.Cause) async throws {
        let harness = try makeHarness(responses: [.failure(.fixture(cause)), .success(.fixture(2))])
        let tasks = await startCalls(3, in: harness)
        refresh.open()
        var identifiers: Set<UUID?> = []
        for task in tasks {
            let error = await expectError(reported) { try await task.value }
            #expect(error?.metadata.url == "https://api.example.com/item", "the evidence is the waiter's own")
            identifiers.insert(error?.metadata.requestID)
        }
        #expect(identifiers.count == 3)
        #expect(harness.credentialProvider.credential == .fixture(1))
        #expect(harness.stored.stored == .fixture(1))
        harness.clock.advance(by: .seconds(1))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 2)
    }

    @Test("a storage that can't be read refreshes nothing and ends nothing")
    func unreadable() async throws {
        let storage = MockCredentialStorage(load: .error(CredentialStorageError(reason: "The disk is gone.")))
        let credentialProvider = try CredentialProvider.fixture(storage: storage, refresher: MockCredentialRefresher())
        let client = try Client.fixture(
            transport: TokenServer(accepting: nil), interceptors: [AuthenticationInterceptor()])
        let session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
        await expectError(.credentialStorage(reason: "The disk is gone.")) { try await session.send(.item) }
        #expect(credentialProvider.credential == .fixture(1))
    }

    @Test("a credential without refresh token can't be renewed: the session ends")
    func withoutRefreshToken() async throws {
        let credential = BearerCredential(token: Secret("access-1"), refreshToken: nil, expiresAt: nil)
        let storage = InMemoryCredentialStorage(credential)
        let credentialProvider = try CredentialProvider.fixture(
            credential: credential, storage: storage, refresher: MockCredentialRefresher())
        let client = try Client.fixture(
            transport: TokenServer(accepting: nil), interceptors: [AuthenticationInterceptor()])
        let session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
        await expectError(.loggedOut) { try await session.send(.item) }
        #expect(storage.stored == nil)
    }

    @Test("half of two hundred calls are cancelled: each is answered once, and the others succeed")
    func manyCancelled() async throws {
        let harness = try makeHarness()
        let tasks = await startCalls(200, in: harness)
        async let cancelling: Void = {
            for task in tasks[..<100] { task.cancel() }
        }()
        refresh.open()
        await cancelling
        for task in tasks[..<100] {
            switch await task.result {
            case .success(let item): #expect(item == Item(name: "pen"))
            case .failure(let error): #expect((error as? NetworkError)?.isCancellation == true)
            }
        }
        for task in tasks[100...] { #expect(try await task.value == Item(name: "pen")) }
        #expect(harness.refresher.calls.count == 1)
    }
}
