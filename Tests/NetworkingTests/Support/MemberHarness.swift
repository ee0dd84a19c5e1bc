import Networking
import Primitives
import TestSupport
import Testing

/// One signed-in member in front of a server in memory, and everything that a test wants to look at.
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

    /// - Parameter outer: links outside the authentication.
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

    /// Waits until `count` calls were refused and wait for a renewal.
    func waitForWaiters(_ count: Int) async {
        await monitor.waitForEvents(count) { kind in
            if case .credentialRefused(willRefresh: true) = kind { true } else { false }
        }
    }

    /// Waits until a renewal has come to its end, whatever it brought.
    func waitForEndOfRefresh() async {
        await monitor.waitForEvents(1) { ["refreshFinished", "refreshFailed"].contains($0.name) }
    }
}
