import ContractSuites
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Calls that wait for a renewal", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct WaitingTests {
    private let renewal = Gate()
    private let allSent = Gate()

    /// Starts `count` calls, the first of which starts the renewal, and returns when all wait for it.
    private func startCalls(_ count: Int, in world: MemberWorld) async -> [Task<Item, any Error>] {
        var tasks: [Task<Item, any Error>] = []
        for number in 1...count {
            tasks.append(Task { try await world.session.send(.item) })
            await allSent.waitForArrivals(number)
        }
        allSent.open()
        await world.waitForWaiters(count)
        return tasks
    }

    private func makeWorld(
        answers: [Result<BearerCredential, NetworkError>] = [.success(.fixture(2))],
        kept: InMemoryCredentialStorage = InMemoryCredentialStorage(), saveGate: Gate = Gate(isOpen: true)
    ) throws -> MemberWorld {
        try MemberWorld(
            server: TokenServer(accepting: "access-2", gates: ["/item": allSent]),
            refresher: ScriptedRefresher(answers: answers, gate: renewal), kept: kept, saveGate: saveGate)
    }

    @Test("one that is cancelled fails alone and at once", arguments: 0..<3)
    func cancelled(index: Int) async throws {
        // Whichever of the three is cancelled, the one that started the renewal among them.
        let world = try makeWorld()
        let tasks = await startCalls(3, in: world)
        tasks[index].cancel()
        await expectError(.cancelled) { try await tasks[index].value }
        renewal.open()
        for (other, task) in tasks.enumerated() where other != index {
            #expect(try await task.value == Item(name: "pen"))
        }
        #expect(world.refresher.count == 1)
        #expect(world.kept.kept == .fixture(2))
    }

    @Test("all cancelled: the renewal still ends, for whoever comes next")
    func allCancelled() async throws {
        let saving = Gate()
        let world = try makeWorld(saveGate: saving)
        let tasks = await startCalls(3, in: world)
        for task in tasks { task.cancel() }
        for task in tasks { await expectError(.cancelled) { try await task.value } }
        renewal.open()
        saving.open()
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 1)
        #expect(world.kept.kept == .fixture(2))
    }

    @Test("one that is cancelled before it begins to wait is told so")
    func cancelledBefore() async throws {
        let world = try makeWorld()
        let tasks = await startCalls(1, in: world)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await world.session.send(.item)
        }
        await expectError(.cancelled) { try await late.value }
        renewal.open()
        _ = try await tasks[0].value
    }

    @Test("nobody is answered before the new credential is saved")
    func savedFirst() async throws {
        let saving = Gate()
        let world = try makeWorld(saveGate: saving)
        let tasks = await startCalls(3, in: world)
        renewal.open()
        await saving.waitForArrivals(1)
        // The save has begun and can't end: the credential that calls are given is still the old one, and no call that
        // comes now is let through.
        #expect(world.authority.credential == .fixture(1))
        #expect(!world.monitor.names.contains("resent"))
        #expect(world.kept.kept == .fixture(1))
        saving.open()
        for task in tasks { _ = try await task.value }
        #expect(world.kept.kept == .fixture(2))
        #expect(world.authority.credential == .fixture(2))
    }

    @Test("a credential that could not be saved: who waited is told, who comes next uses it")
    func unsaved() async throws {
        let world = try makeWorld()
        let failure = CredentialStorageError(reason: "The disk is full.")
        world.storage.failNextSave(with: failure)
        let tasks = await startCalls(3, in: world)
        renewal.open()
        for task in tasks {
            await expectError(.credentialStorage(reason: "The disk is full.")) { try await task.value }
        }
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 1)
        #expect(world.server.tokens().last == "access-2")
    }

    @Test("a renewal that the server refuses signs everybody out")
    func refused() async throws {
        let world = try makeWorld(answers: [.failure(.fixture(.signedOut))])
        let tasks = await startCalls(3, in: world)
        renewal.open()
        for task in tasks { await expectError(.signedOut) { try await task.value } }
        #expect(world.kept.kept == nil, "a refresh token that the server refused is worth nothing")
        #expect(world.authority.credential == nil)
        let sent = world.server.requests.count
        await expectError(.signedOut) { try await world.session.send(.item) }
        #expect(world.server.requests.count == sent, "nothing is sent after the end")
        #expect(world.refresher.count == 1)
    }

    @Test("a refused renewal whose credential can't be forgotten is told to the monitor")
    func notForgotten() async throws {
        let storage = StubCredentialStorage(failures: [.clear: CredentialStorageError(reason: "The disk is gone.")])
        let monitor = RecordingMonitor()
        let authority = try BearerAuthority.fixture(
            storage: storage,
            refresher: ScriptedRefresher(answers: [.failure(.fixture(.signedOut))]))
        let client = try Client.fixture(
            transport: TokenServer(accepting: nil), interceptors: [AuthenticationInterceptor()], monitor: monitor)
        await expectError(.signedOut) {
            try await client.session(with: CredentialHandle<TestMember>(authority: authority)).send(.item)
        }
        #expect(monitor.names.contains("credentialNotForgotten"))
    }

    @Test(
        "a renewal that does not get through is every waiter's cause, and a call after the pause may renew",
        arguments: [
            (NetworkError.Cause.transport(.connectionLost), NetworkError.Cause.transport(.connectionLost)),
            (.timeout(.attempt(.seconds(1))), .timeout(.attempt(.seconds(1)))),
            (.status(HTTPFailure(status: 503)), .renewal(HTTPFailure(status: 503))),
            (.status(HTTPFailure(status: 404)), .renewal(HTTPFailure(status: 404))),
        ])
    func failed(cause: NetworkError.Cause, told: NetworkError.Cause) async throws {
        let world = try makeWorld(answers: [.failure(.fixture(cause)), .success(.fixture(2))])
        let tasks = await startCalls(3, in: world)
        renewal.open()
        var identifiers: Set<UUID?> = []
        for task in tasks {
            let error = await expectError(told) { try await task.value }
            #expect(error?.evidence.url == "https://api.example.com/item", "the evidence is the waiter's own")
            identifiers.insert(error?.evidence.requestID)
        }
        #expect(identifiers.count == 3)
        #expect(world.authority.credential == .fixture(1))
        #expect(world.kept.kept == .fixture(1))
        world.clock.advance(by: .seconds(1))
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.refresher.count == 2)
    }

    @Test("a storage that can't be read refreshes nothing and ends nothing")
    func unreadable() async throws {
        let storage = StubCredentialStorage(failures: [.load: CredentialStorageError(reason: "The disk is gone.")])
        let authority = try BearerAuthority.fixture(storage: storage, refresher: FailingRefresher())
        let client = try Client.fixture(
            transport: TokenServer(accepting: nil), interceptors: [AuthenticationInterceptor()])
        let session = client.session(with: CredentialHandle<TestMember>(authority: authority))
        await expectError(.credentialStorage(reason: "The disk is gone.")) { try await session.send(.item) }
        #expect(authority.credential == .fixture(1))
    }

    @Test("a credential without refresh token can't be renewed: the session ends")
    func withoutRefreshToken() async throws {
        let credential = BearerCredential(token: Secret("access-1"), refreshToken: nil, expiresAt: nil)
        let storage = InMemoryCredentialStorage(credential)
        let authority = try BearerAuthority.fixture(
            credential: credential, storage: storage, refresher: FailingRefresher())
        let client = try Client.fixture(
            transport: TokenServer(accepting: nil), interceptors: [AuthenticationInterceptor()])
        let session = client.session(with: CredentialHandle<TestMember>(authority: authority))
        await expectError(.signedOut) { try await session.send(.item) }
        #expect(storage.kept == nil)
    }

    @Test("half of two hundred calls are cancelled: each is answered once, and the others succeed")
    func manyCancelled() async throws {
        let world = try makeWorld()
        let tasks = await startCalls(200, in: world)
        async let cancelling: Void = {
            for task in tasks[..<100] { task.cancel() }
        }()
        renewal.open()
        await cancelling
        for task in tasks[..<100] {
            switch await task.result {
            case .success(let item): #expect(item == Item(name: "pen"))
            case .failure(let error): #expect((error as? NetworkError)?.isCancellation == true)
            }
        }
        for task in tasks[100...] { #expect(try await task.value == Item(name: "pen")) }
        #expect(world.refresher.count == 1)
    }
}
