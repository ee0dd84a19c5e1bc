import Foundation
import Primitives

/// Stores the transfers of a queue.
///
/// `TransferStoreContract` in ContractSuites tests every implementation. Each method is one transaction, because
/// several processes may share a store, and throws ``TransferQueueError/cancelled`` in a cancelled task. What a store
/// on disk has stored survives the end of the process.
public protocol TransferStore: Sendable {
    /// All transfers in the order of adding, except ``damaged()`` ones.
    func transfers() async throws(TransferQueueError) -> [QueuedTransfer]

    /// The ids of the transfers that can't be read, for example because a field has an unknown value. They block no
    /// other transfer, and can be removed.
    func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID]

    /// The transfer with this id, or `nil` if there is none. Throws ``TransferQueueError/damaged(id:)`` if it can't be
    /// read, as ``apply(_:to:)`` does.
    func transfer(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer?

    /// Adds a queued transfer and assigns its id. Throws ``TransferQueueError/duplicate(id:)`` for a download if
    /// another download with the same destination is not done.
    func add(
        _ direction: QueuedTransfer.Direction, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer

    /// Changes the state as ``QueuedTransfer/State/after(_:)`` says.
    ///
    /// - Returns: the transfer with its new state, or with the old one if the event does not apply; `nil` if there is
    ///   none with this id.
    func apply(
        _ event: QueuedTransfer.Event, to id: QueuedTransfer.ID
    ) async throws(TransferQueueError) -> QueuedTransfer?

    /// Removes a transfer.
    ///
    /// - Returns: the removed transfer; `nil` if there is none with this id, or if it was damaged.
    func remove(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer?

    /// Removes the transfers of an account, for its logout, and returns them. Removing nothing is not an error.
    func removeAll(of account: String) async throws(TransferQueueError) -> [QueuedTransfer]
}

/// The operations that every implementation of ``BackgroundTransfers`` begins with.
extension TransferStore {
    /// Adds a transfer whose URL and file are suitable.
    package func addChecked(
        _ direction: QueuedTransfer.Direction, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        switch direction {
        case .download(let url, let file):
            try url.requireServer()
            guard file.isFileURL, !file.hasDirectoryPath else { throw .invalidFile }
        case .upload(_, let url): try url.requireServer()
        }
        return try await add(direction, of: account, priority: priority)
    }

    package func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        guard let transfer = try await apply(.pause, to: id) else { throw .unknown(id: id) }
        guard transfer.state == .paused else { throw transfer.state.isDone ? .finished(id: id) : .failed(id: id) }
        return transfer
    }

    package func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        guard let transfer = try await apply(.resume, to: id) else { throw .unknown(id: id) }
        guard transfer.state.isQueued else { throw .finished(id: id) }
        return transfer
    }

    /// Removes a transfer, even a damaged one, which is not returned because its file is not known.
    package func removeChecked(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        let isDamaged = try await damaged().contains(id)
        let removed = try await remove(id: id)
        guard removed != nil || isDamaged else { throw .unknown(id: id) }
        return removed
    }
}

extension URL {
    /// Throws unless this is the address of an HTTP server, without a user name and password.
    func requireServer() throws(TransferQueueError) {
        guard Origin(self) != nil, user == nil, password == nil else { throw .invalidURL }
    }
}
