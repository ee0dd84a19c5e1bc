import Synchronization

/// Stores transfers until the process exits.
public final class InMemoryTransferStore: TransferStore {
    private let state = Mutex(State())

    private struct State {
        var transfers: [QueuedTransfer] = []
        var lastID = 0
    }

    /// Creates an empty store.
    public init() {}

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        try refuseIfCancelled()
        return state.withLock { $0.transfers }
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try refuseIfCancelled()
        return []
    }

    public func transfer(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try refuseIfCancelled()
        return state.withLock { $0.transfers.first { $0.id == id } }
    }

    public func add(
        _ direction: QueuedTransfer.Direction, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try refuseIfCancelled()
        let (added, duplicate) = state.withLock { state in
            let new = QueuedTransfer(id: state.lastID + 1, direction, account: account, priority: priority)
            let duplicate = state.transfers.first {
                !new.isUpload && !$0.isUpload && $0.file == new.file && !$0.state.isDone
            }
            if duplicate == nil {
                state.lastID += 1
                state.transfers.append(new)
            }
            return (new, duplicate)
        }
        if let duplicate { throw .duplicate(id: duplicate.id) }
        return added
    }

    public func apply(
        _ event: QueuedTransfer.Event, to id: QueuedTransfer.ID
    ) async throws(TransferQueueError) -> QueuedTransfer? {
        try refuseIfCancelled()
        return state.withLock { state in
            guard let index = state.transfers.firstIndex(where: { $0.id == id }) else { return nil }
            if let next = state.transfers[index].state.after(event) { state.transfers[index].state = next }
            return state.transfers[index]
        }
    }

    public func remove(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try refuseIfCancelled()
        return state.withLock { state in
            state.transfers.firstIndex { $0.id == id }.map { state.transfers.remove(at: $0) }
        }
    }

    public func removeAll(of account: String) async throws(TransferQueueError) -> [QueuedTransfer] {
        try refuseIfCancelled()
        return state.withLock { state in
            defer { state.transfers.removeAll { $0.account == account } }
            return state.transfers.filter { $0.account == account }
        }
    }

    private func refuseIfCancelled() throws(TransferQueueError) {
        if Task.isCancelled { throw .cancelled }
    }
}
