/// Why an operation on a queue of transfers failed. A failed download is a state of its transfer instead
/// (``QueuedTransfer/State/failed(reason:)``).
public enum TransferQueueError: Error, Sendable, Equatable {
    /// The calling task was cancelled. Transfers that had not finished stay queued.
    case cancelled
    /// The queue has no transfer with this id.
    case unknown(id: Int)
    /// The stored transfer can't be read.
    case damaged(id: Int)
    /// The transfer's file is complete, so it can be neither paused nor resumed.
    case finished(id: Int)
    /// The transfer has failed, so it can't be paused.
    case failed(id: Int)
    /// Another run uses the queue, perhaps in another process. It also runs transfers that are added meanwhile.
    case busy
    /// An unfinished transfer has the same destination.
    case duplicate(id: Int)
    /// The source is not an `http` or `https` URL, or contains a user name or password.
    case invalidSource
    /// The destination is not a file's path.
    case invalidFile
    /// The queue could not be read or changed; `reason` is a sentence for users.
    case store(reason: String)

    /// What is wrong and what the user can do.
    public var userMessage: String {
        switch self {
        case .cancelled: "The operation was cancelled."
        case .unknown(let id): "There is no transfer \(id)."
        case .damaged(let id): "Transfer \(id) is damaged and can't be read. Remove it, and add the download again."
        case .finished(let id): "Transfer \(id) is complete. To download its file again, add it again."
        case .failed(let id): "Transfer \(id) has failed, so it can't be paused. Resume or remove it."
        case .busy: "The transfers are already running. Those that you add now run with them."
        case .duplicate(let id): "Transfer \(id) downloads to the same file. Remove it, or choose another file."
        case .invalidSource: "The source must be an http or https URL without a user name and password."
        case .invalidFile: "The destination must be a file."
        case .store(let reason): reason
        }
    }
}
