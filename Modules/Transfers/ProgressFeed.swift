public import Networking

/// The progress of one transfer, as a sequence for one reader.
///
/// ```swift
/// let progress = ProgressFeed()
/// async let file = session.download(.archive, to: destination, progress: progress)
/// for await update in progress { bar.show(update) }
/// print(try await file.length)
/// ```
///
/// Only the newest value is buffered: a slow reader misses some values, but does not slow the transfer. The sequence
/// delivers a last value and ends with the transfer, whatever its outcome. Use a feed for one transfer only.
public struct ProgressFeed: AsyncSequence, Sendable {
    public typealias Element = TransferProgress
    public typealias Failure = Never

    private let moments: AsyncStream<TransferProgress>
    private let continuation: AsyncStream<TransferProgress>.Continuation

    /// Creates a feed. Pass it to one transfer.
    public init() {
        (moments, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    public func makeAsyncIterator() -> AsyncStream<TransferProgress>.Iterator {
        moments.makeAsyncIterator()
    }

    func send(_ moment: TransferProgress) {
        continuation.yield(moment)
    }

    func finish() {
        continuation.finish()
    }
}
