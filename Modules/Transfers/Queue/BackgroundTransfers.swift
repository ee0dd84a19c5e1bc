public import Foundation

/// Downloads that outlive the app: an added download continues after a suspension, a crash or a restart.
///
/// ``DownloadQueue`` is for systems without a download service: it stores the transfers, and continues them in the next
/// process that calls ``run(progress:)``. On Apple platforms, `BackgroundURLSession` of URLSessionTransport hands the
/// transfers to the system, which continues them while no process of the app runs.
public protocol BackgroundTransfers: Sendable {
    /// Adds a download. Once this returns, the transfer survives the end of the process.
    ///
    /// - Parameters:
    ///   - source: an `http` or `https` URL.
    ///   - file: where the complete file goes; its folder must exist when the download runs.
    ///   - account: the account that signs the request, in the app's own form; `nil` for none.
    func add(_ source: URL, to file: URL, of account: String?) async throws(TransferQueueError) -> QueuedTransfer

    /// All transfers in the order of adding, finished ones included and ``damaged()`` ones excluded.
    func transfers() async throws(TransferQueueError) -> [QueuedTransfer]

    /// The ids of the stored transfers that can't be read. No run starts them. ``remove(_:)`` removes them.
    func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID]

    /// Stops a transfer, even if another process runs it. Its bytes stay for ``resume(_:)``.
    func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer

    /// Queues a paused or failed transfer again.
    func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer

    /// Removes a transfer and the bytes of an incomplete file, even if another process runs it. A complete file stays.
    func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError)

    /// Runs the queued transfers, including those added meanwhile, until each has finished, failed or must wait.
    ///
    /// A transfer that is resumed during the run is continued, unless this run has found that it must wait.
    ///
    /// - Parameter progress: read it in another task; it ends with the run.
    /// - Returns: one outcome for each transfer that this run started and that was not removed, in order.
    func run(progress: TransferFeed?) async throws(TransferQueueError) -> [TransferOutcome]
}
