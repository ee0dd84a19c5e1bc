public import Networking

/// How a transfer is doing, for one reader at its own pace.
///
/// ```swift
/// let progress = ProgressFeed()
/// async let file = session.download(.archive, to: destination, progress: progress)
/// for await moment in progress { bar.show(moment) }
/// print(try await file.length)
/// ```
///
/// Only the newest moment is kept: a slow reader misses some and holds nothing up. The sequence ends with the transfer,
/// however that ends, and gives its last moment before. Use a feed for one transfer.
public struct ProgressFeed: AsyncSequence, Sendable {
    public typealias Element = TransferProgress
    public typealias Failure = Never

    private let moments: AsyncStream<TransferProgress>
    private let continuation: AsyncStream<TransferProgress>.Continuation

    /// A feed that nothing has been said to.
    public init() {
        (moments, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    public func makeAsyncIterator() -> AsyncStream<TransferProgress>.Iterator {
        moments.makeAsyncIterator()
    }

    func say(_ moment: TransferProgress) {
        continuation.yield(moment)
    }

    func finish() {
        continuation.finish()
    }
}
