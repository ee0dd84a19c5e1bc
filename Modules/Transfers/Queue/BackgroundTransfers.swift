public import Foundation

/// Downloads and uploads that outlive the app: an added transfer continues after a suspension, a crash or a restart.
///
/// ``TransferQueue`` is for systems without a transfer service: it stores the transfers, and continues them in the next
/// process that calls ``run(progress:)``. On Apple platforms, `BackgroundURLSession` of URLSessionTransport hands
/// downloads to the system, which continues them while no process of the app runs.
public protocol BackgroundTransfers: Sendable {
    /// Adds a download. Once this returns, the transfer survives the end of the process.
    ///
    /// - Parameters:
    ///   - source: an `http` or `https` URL.
    ///   - file: where the complete file goes; its folder must exist when the download runs.
    ///   - account: the account that signs the request, in the app's own form; `nil` for none.
    func add(
        _ source: URL, to file: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer

    /// Copies a file and adds the upload of the copy. Once this returns, the transfer survives the end of the process,
    /// and the file may be changed or deleted.
    ///
    /// - Parameters:
    ///   - target: the `http` or `https` URL that creates resumable uploads.
    ///   - account: the account that signs the requests, in the app's own form; `nil` for none.
    /// - Throws: ``TransferQueueError/uploadsUnsupported`` if this queue only downloads.
    func upload(
        _ file: URL, to target: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer

    /// All transfers in the order of adding, finished ones included and ``damaged()`` ones excluded.
    func transfers() async throws(TransferQueueError) -> [QueuedTransfer]

    /// The ids of the stored transfers that can't be read. No run starts them. ``remove(_:)`` removes them.
    func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID]

    /// Stops a transfer, even if another process runs it. Its bytes stay for ``resume(_:)``.
    func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer

    /// Queues a waiting, paused or failed transfer again.
    func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer

    /// Removes a transfer and its incomplete bytes on this machine, even if another process runs it. A complete download
    /// stays.
    func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError)

    /// Runs the queued transfers by ``QueuedTransfer/priority``, including those added meanwhile, until each has
    /// finished, failed or must wait.
    ///
    /// A transfer that is resumed during the run is continued, unless this run has found that it must wait.
    ///
    /// - Parameter progress: read it in another task; it ends with the run.
    /// - Returns: the transfers that this run started and that were not removed, as stored after the run, in the order
    ///   of their start.
    func run(progress: TransferFeed?) async throws(TransferQueueError) -> [QueuedTransfer]
}

extension BackgroundTransfers {
    /// Adds a download with the priority ``QueuedTransfer/Priority/normal``.
    public func add(
        _ source: URL, to file: URL, of account: String?
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await add(source, to: file, of: account, priority: .normal)
    }
}
