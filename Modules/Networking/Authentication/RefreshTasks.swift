import Synchronization

/// The token refreshes of an app, which belong to no caller's task.
///
/// A server that rotates refresh tokens has spent the old one as soon as it answers. An app that ends before the response
/// is stored loses the session. So give one of these to all authorities, and call ``finish()`` before you shut down the
/// transport and the storage.
public final class RefreshTasks: Sendable {
    private let starter: TaskStarter
    private let state = Mutex(State())

    private struct State {
        var isFinishing = false
        var lastID = 0
        var running: [Int: Task<Void, Never>] = [:]
    }

    /// No refresh is under way yet.
    public convenience init() {
        self.init(startedBy: .unstructured)
    }

    package init(startedBy starter: TaskStarter) {
        self.starter = starter
    }

    /// Returns once no refresh is under way, its result stored or its request failed; cancelling the caller changes nothing.
    /// From now on no refresh sends a request, and one that waits for its ``RefreshLock`` gives up.
    ///
    /// It takes as long as the token endpoint may: give the refresher a time limit of its own, which no limit of a call
    /// shortens.
    public func finish() async {
        while let refresh = state.withLock({ state in
            state.isFinishing = true
            return state.running.first?.value
        }) { await refresh.value }
    }

    var isFinishing: Bool { state.withLock { $0.isFinishing } }

    func start(_ refresh: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            state.running[id] = starter.start {
                await refresh()
                self.state.withLock { $0.running[id] = nil }
            }
        }
    }
}
