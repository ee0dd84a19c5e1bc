public import Foundation

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

    /// Adds a queued transfer and assigns its id. Throws ``TransferQueueError/duplicate(id:)`` if another transfer with
    /// the same `file` is not done.
    func add(
        _ source: URL, to file: URL, of account: String?
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

    /// Removes the transfers of an account, for its logout, and returns them. Removing nothing is no error.
    func removeAll(of account: String) async throws(TransferQueueError) -> [QueuedTransfer]
}
