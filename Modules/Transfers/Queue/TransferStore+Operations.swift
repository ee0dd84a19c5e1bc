package import Foundation
import Primitives

/// The operations that every implementation of ``BackgroundTransfers`` begins with.
extension TransferStore {
    /// Adds a transfer whose source and destination are suitable.
    package func addChecked(
        _ source: URL, to file: URL, of account: String?
    ) async throws(TransferQueueError) -> QueuedTransfer {
        guard Origin(source) != nil, source.user == nil, source.password == nil else { throw .invalidSource }
        guard file.isFileURL, !file.hasDirectoryPath else { throw .invalidFile }
        return try await add(source, to: file, of: account)
    }

    package func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        guard let transfer = try await apply(.pause, to: id) else { throw .unknown(id: id) }
        guard transfer.state == .paused else { throw transfer.state.isDone ? .finished(id: id) : .failed(id: id) }
        return transfer
    }

    package func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        guard let transfer = try await apply(.resume, to: id) else { throw .unknown(id: id) }
        guard transfer.state == .queued else { throw .finished(id: id) }
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

extension QueuedTransfer {
    /// Whether a download holds the lock of the transfer's file now, in this process or another one. The answer may be
    /// out of date when it is returned.
    @concurrent
    public func isRunning() async -> Bool {
        state == .queued && PosixPartialFile.isLocked(for: file)
    }

    /// Deletes the bytes of an incomplete file, unless a run still writes it: that run deletes them itself.
    @concurrent
    package func discardBytes() async {
        guard !state.isDone else { return }
        try? PosixDisk().open(for: file).remove()
    }
}
