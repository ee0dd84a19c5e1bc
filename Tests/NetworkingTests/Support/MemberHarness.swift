import Networking
import Primitives
import Synchronization
import TestSupport
import Testing

/// A logged-in member with an in-memory server, and access to everything that a test checks.
struct MemberHarness {
    let server: TokenServer
    let refresher: MockCredentialRefresher
    let storage: MockCredentialStorage
    let stored: InMemoryCredentialStorage
    let lock: InMemoryRefreshLock
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
        stored: InMemoryCredentialStorage = InMemoryCredentialStorage(),
        lock: InMemoryRefreshLock = InMemoryRefreshLock(), saveGate: Gate = Gate(isOpen: true),
        clearGate: Gate = Gate(isOpen: true), outer: [any Interceptor] = []
    ) throws {
        self.server = server
        self.refresher = refresher
        self.stored = stored
        storage = MockCredentialStorage(
            over: stored,
            save: .closure { [saveFailures] arguments throws(CredentialStorageError) in
                await saveGate.pass()
                try saveFailures.next()
                return try await stored.save(arguments.0, replacing: arguments.1)
            },
            clear: .closure { token throws(CredentialStorageError) in
                await clearGate.pass()
                return try await stored.clear(ifStill: token)
            })
        self.lock = lock
        credentialProvider = try .fixture(storage: storage, lock: lock, refresher: refresher, tasks: tasks)
        let client = try Client.fixture(
            transport: server, interceptors: outer + [AuthenticationInterceptor()], time: clock, monitor: monitor)
        session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
    }

    /// Waits until `count` rejected calls wait for a refresh.
    func waitForWaiters(_ count: Int) async {
        await monitor.waitForEvents(count) { kind in
            if case .credentialRefused(willRefresh: true) = kind { true } else { false }
        }
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
