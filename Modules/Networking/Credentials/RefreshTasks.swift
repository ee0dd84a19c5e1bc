import Synchronization

/// The running token refreshes of an app, each in a task of its own.
///
/// A server that rotates refresh tokens stops accepting the old token as soon as it responds. An app that exits before
/// the response is stored loses the session. So pass one instance to all credential providers, and call ``finish()``
/// before you shut down the transport and the storage.
public final class RefreshTasks: Sendable {
    private let starter: TaskStarter
    private let state = Mutex(State())

    private struct State {
        var isFinishing = false
        var lastID = 0
        var running: [Int: Task<Void, Never>] = [:]
    }

    /// Creates an empty set of refreshes.
    public convenience init() {
        self.init(startedBy: .unstructured)
    }

    package init(startedBy starter: TaskStarter) {
        self.starter = starter
    }

    /// Waits until all running refreshes have stored their result or failed, even if the caller is cancelled. From this
    /// call on, no refresh sends a request, and refreshes that wait for their ``RefreshLock`` end.
    ///
    /// Give the refresher's client a deadline of its own: the deadlines of calls do not limit a refresh.
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

/// Starts work outside the caller's task. A deterministic simulation replaces it to control the order of all steps.
package struct TaskStarter: Sendable {
    package let start: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// - Parameter start: schedules the work and returns without waiting for it.
    package init(_ start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>) {
        self.start = start
    }

    /// Starts an unstructured `Task`.
    package static var unstructured: TaskStarter {
        TaskStarter { work in Task { await work() } }
    }
}
