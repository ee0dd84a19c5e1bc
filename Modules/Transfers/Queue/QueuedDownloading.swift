/// Downloads one transfer of a queue: a port, so that the app decides which client sends the request and which
/// credential signs it.
public protocol QueuedDownloading: Sendable {
    /// Downloads the transfer's file into its place with ``Networking/Session/download(_:to:expecting:policy:progress:)``,
    /// which continues the bytes of an earlier run.
    ///
    /// - Parameter progress: ends with the download.
    func download(
        _ transfer: QueuedTransfer, progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile
}
