public import Networking
import Synchronization

/// The progress of all transfers of a run, as a sequence for one reader.
///
/// Only the newest update is buffered, as in ``ProgressFeed``. Use a feed for one run only.
public struct TransferFeed: AsyncSequence, Sendable {
    public typealias Element = Update
    public typealias Failure = Never

    /// The progress of one transfer at one moment.
    public struct Update: Sendable, Equatable {
        public let transfer: QueuedTransfer
        public let progress: TransferProgress
        /// The sum of the transfers that are running and of those that this run has completed. Its rate is that of the
        /// running ones.
        public let whole: TransferProgress

        public init(_ transfer: QueuedTransfer, _ progress: TransferProgress, whole: TransferProgress? = nil) {
            self.transfer = transfer
            self.progress = progress
            self.whole = whole ?? progress
        }
    }

    private let updates: AsyncStream<Update>
    private let continuation: AsyncStream<Update>.Continuation
    private let latest = Latest()

    private final class Latest: Sendable {
        let progress = Mutex<[QueuedTransfer.ID: TransferProgress]>([:])
    }

    /// Creates a feed. Pass it to one run.
    public init() {
        (updates, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    public func makeAsyncIterator() -> AsyncStream<Update>.Iterator {
        updates.makeAsyncIterator()
    }

    /// Sends the progress of a transfer to the reader. Implementations of ``BackgroundTransfers`` call this.
    public func send(_ progress: TransferProgress, of transfer: QueuedTransfer) {
        // Within the lock, so that an older sum never follows a newer one.
        latest.progress.withLock { latest in
            latest[transfer.id] = progress
            continuation.yield(Update(transfer, progress, whole: TransferProgress(sumOf: Array(latest.values))))
        }
    }

    /// Removes a transfer that did not complete from the sum.
    func removeUnlessComplete(_ id: QueuedTransfer.ID) {
        latest.progress.withLock { latest in
            if latest[id]?.isComplete != true { latest[id] = nil }
        }
    }

    /// Ends the sequence.
    public func finish() {
        continuation.finish()
    }
}
