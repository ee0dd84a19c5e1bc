import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Synchronization
import Testing

/// A logged-in member with an in-memory server.
struct MemberHarness {
    let server: TokenServer
    let refresher: MockCredentialRefresher
    let storage: MockCredentialStorage
    let stored = InMemoryCredentialStorage()
    let lock = InMemoryRefreshLock()
    let saveFailures = SaveFailures()
    let tasks = RefreshTasks()
    let credentialProvider: CredentialProvider
    let monitor = MockEventMonitor()
    let clock = ManualClock()
    let session: Session<TestMember>

    /// - Parameter outer: interceptors outside the authentication.
    init(
        server: TokenServer = TokenServer(accepting: "access-2"),
        refresher: MockCredentialRefresher = MockCredentialRefresher(.fixture(2)),
        saveGate: Gate = Gate(isOpen: true), clearGate: Gate = Gate(isOpen: true), outer: [any Interceptor] = []
    ) throws {
        self.server = server
        self.refresher = refresher
        storage = MockCredentialStorage(
            over: stored,
            save: .closure { [saveFailures, stored] arguments throws(CredentialStorageError) in
                await saveGate.pass()
                try saveFailures.next()
                return try await stored.save(arguments.0, replacing: arguments.1)
            },
            clear: .closure { [stored] token throws(CredentialStorageError) in
                await clearGate.pass()
                return try await stored.clear(ifStill: token)
            })
        credentialProvider = try .fixture(storage: storage, lock: lock, refresher: refresher, tasks: tasks)
        session = try .member(
            of: credentialProvider, over: server, through: outer + [AuthenticationInterceptor()], time: clock,
            monitor: monitor)
    }

    /// Waits until `count` rejected calls wait for a refresh.
    func waitForWaiters(_ count: Int) async {
        await monitor.waitForEvents(count) { kind in
            if case .credentialRefused(willRefresh: true) = kind { true } else { false }
        }
    }

    func send() async throws(NetworkError) -> Item {
        try await session.send(.item)
    }

    /// Starts a call in a task of its own.
    func start() -> Task<Item, any Error> {
        Task { try await session.send(.item) }
    }

    /// Expects a call that fails as rejected by ``TokenServer``.
    func expectRejection(sourceLocation: SourceLocation = #_sourceLocation) async {
        let rejection = NetworkError.Cause.status(HTTPFailure(status: 401, message: "Unauthorized"))
        await expectError(rejection, sourceLocation: sourceLocation) { try await session.send(.item) }
    }

    /// Waits until a refresh has ended, with any result.
    func waitForEndOfRefresh() async {
        await monitor.waitForEvents(1) { ["refreshFinished", "refreshFailed"].contains($0.name) }
    }
}

/// The errors of the next saves.
final class SaveFailures: Sendable {
    private let errors = Mutex<[CredentialStorageError]>([])

    func append(_ error: CredentialStorageError) {
        errors.withLock { $0.append(error) }
    }

    func next() throws(CredentialStorageError) {
        let error = errors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let error { throw error }
    }
}

extension MockInterceptor {
    /// Gives the call a body that can be read only once.
    static func oneShotBody() -> MockInterceptor {
        changing { $0.body = .stream(.init(length: 3, isReplayable: false) { ByteStream(Data("one".utf8)) }) }
    }

    /// Sends the call twice.
    static func twice() -> MockInterceptor {
        MockInterceptor { call, next throws(NetworkError) in
            _ = try await next(call)
            return try await next(call)
        }
    }
}
