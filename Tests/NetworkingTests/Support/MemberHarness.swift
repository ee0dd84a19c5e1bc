import Networking
import Primitives
import TestSupport
import Testing

/// A logged-in member with an in-memory server, and access to everything that a test checks.
struct MemberHarness {
    let server: TokenServer
    let refresher: ScriptedRefresher
    let storage: RecordingCredentialStorage
    let stored: InMemoryCredentialStorage
    let lock: InMemoryRefreshLock
    let tasks = RefreshTasks()
    let credentialProvider: CredentialProvider
    let monitor = RecordingMonitor()
    let clock = ManualClock()
    let session: Session<TestMember>

    /// - Parameter outer: interceptors outside the authentication.
    init(
        server: TokenServer = TokenServer(accepting: "access-2"),
        refresher: ScriptedRefresher = ScriptedRefresher(),
        stored: InMemoryCredentialStorage = InMemoryCredentialStorage(),
        lock: InMemoryRefreshLock = InMemoryRefreshLock(), saveGate: Gate = Gate(isOpen: true),
        clearGate: Gate = Gate(isOpen: true), outer: [any Interceptor] = []
    ) throws {
        self.server = server
        self.refresher = refresher
        self.stored = stored
        storage = RecordingCredentialStorage(stored, saveGate: saveGate, clearGate: clearGate)
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
