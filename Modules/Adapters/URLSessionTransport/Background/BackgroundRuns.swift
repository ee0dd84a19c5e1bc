import Networking
import Synchronization
import Transfers

/// Handles the events of background tasks: updates the store, reports to the current run, and resumes the callers that
/// wait until all events are delivered.
final class BackgroundRuns: Sendable {
    /// The end of one task.
    struct Ending: Sendable {
        let id: QueuedTransfer.ID
        /// Whether the transfer must wait for the next run.
        let isDelayed: Bool
    }

    private let state = Mutex(State())

    private struct State {
        var endings: AsyncStream<Ending>.Continuation?
        var feed: TransferFeed?
        var shown: [QueuedTransfer.ID: QueuedTransfer] = [:]
        var hasDelivered = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Begins a run, which receives the end of each task from now on.
    func begin(_ feed: TransferFeed?) throws(TransferQueueError) -> AsyncStream<Ending> {
        let (endings, continuation) = AsyncStream.makeStream(of: Ending.self)
        let isFirst = state.withLock { state in
            guard state.endings == nil else { return false }
            (state.endings, state.feed) = (continuation, feed)
            return true
        }
        guard isFirst else { throw .busy }
        return endings
    }

    func finish() {
        state.withLock { ($0.endings, $0.feed, $0.shown) = (nil, nil, [:]) }
    }

    /// Selects the transfers whose progress the run's feed receives.
    func show(_ transfers: [QueuedTransfer]) {
        state.withLock { $0.shown = Dictionary(transfers.map { ($0.id, $0) }) { $1 } }
    }

    func report(_ id: QueuedTransfer.ID, _ progress: TransferProgress) {
        let (feed, transfer) = state.withLock { ($0.feed, $0.shown[id]) }
        if let transfer { feed?.send(progress, of: transfer) }
    }

    /// Stores the result of a transfer. If that fails, the transfer waits.
    func end(
        _ id: QueuedTransfer.ID, with result: Result<Int64, TransferFailure>, in store: any TransferStore
    ) async {
        let event: QueuedTransfer.Event =
            switch result {
            case .success(let length): .finish(length: length)
            case .failure(.failed(let reason)): .fail(reason: reason)
            case .failure(.delayed(let reason)): .delay(reason: reason)
            case .failure(.cancelled): .delay(reason: "The download was cancelled.")
            }
        var isDelayed = if case .delay = event { true } else { false }
        do throws(TransferQueueError) {
            _ = try await store.apply(event, to: id)
        } catch {
            // The transfer is still queued. Starting it again at once could repeat for ever.
            isDelayed = true
        }
        report(Ending(id: id, isDelayed: isDelayed))
    }

    /// Ends a run's wait for a paused transfer.
    func paused(_ id: QueuedTransfer.ID) {
        report(Ending(id: id, isDelayed: false))
    }

    private func report(_ ending: Ending) {
        _ = state.withLock { $0.endings?.yield(ending) }
    }

    func eventsDelivered() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.hasDelivered = state.waiters.isEmpty
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns at once if the events were delivered since the last wait.
    func waitForEvents() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.hasDelivered { state.waiters.append(continuation) }
                defer { state.hasDelivered = false }
                return state.hasDelivered
            }
            if isDone { continuation.resume() }
        }
    }
}
