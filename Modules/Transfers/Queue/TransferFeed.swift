public import Networking

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

        public init(_ transfer: QueuedTransfer, _ progress: TransferProgress) {
            self.transfer = transfer
            self.progress = progress
        }
    }

    private let updates: AsyncStream<Update>
    private let continuation: AsyncStream<Update>.Continuation

    /// Creates a feed. Pass it to one run.
    public init() {
        (updates, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    public func makeAsyncIterator() -> AsyncStream<Update>.Iterator {
        updates.makeAsyncIterator()
    }

    /// Sends an update to the reader. Implementations of ``BackgroundTransfers`` call this.
    public func send(_ update: Update) {
        continuation.yield(update)
    }

    /// Ends the sequence.
    public func finish() {
        continuation.finish()
    }
}
