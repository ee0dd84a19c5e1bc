public import Foundation
import Networking

/// A download in a queue: its source, its destination and its state.
///
/// It stores intent only. The number of received bytes is in the download's own record beside the file, so the two
/// can't contradict each other. "Running" is not a state: a lock shows it, and ends with its process.
public struct QueuedTransfer: Sendable, Hashable, Identifiable {
    /// Assigned by the store, in the order of adding; never used again.
    public let id: Int
    /// An `http` or `https` URL.
    public let source: URL
    /// Where the complete file goes.
    public let file: URL
    /// The account whose credential signs the request, in the app's own form and without the credential; `nil` for a
    /// request without one.
    public let account: String?
    public var state: State

    public init(id: Int, source: URL, file: URL, account: String? = nil, state: State = .queued) {
        self.id = id
        self.source = source.absoluteURL
        self.file = URL(filePath: Self.path(of: file), directoryHint: .notDirectory)
        self.account = account
        self.state = state
    }

    /// One spelling for `/a/b`, `/a//b` and `/a/./b`, which are one file. `..` stays: after a symbolic link it leads
    /// to the parent of that link's target.
    private static func path(of file: URL) -> String {
        "/" + file.absoluteURL.path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Whether a run may start a transfer, or how the transfer ended.
    public enum State: Sendable, Hashable {
        /// The next run starts or continues it.
        case queued
        /// No run starts it until it is resumed.
        case paused
        /// The file is complete and in its place.
        case done(length: Int64)
        /// It can't succeed without a change; `reason` is a sentence for users.
        case failed(reason: String)
    }

    /// A request or a result that changes the state of a transfer.
    public enum Event: Sendable, Hashable {
        case pause
        /// Also tries a failed transfer again.
        case resume
        case finish(length: Int64)
        case fail(reason: String)
    }
}

extension QueuedTransfer.State {
    /// The state after an event; `nil` if the event does not apply, and the state stays.
    public func after(_ event: QueuedTransfer.Event) -> Self? {
        switch (self, event) {
        case (.queued, .pause), (.paused, .pause): .paused
        case (.queued, .resume), (.paused, .resume), (.failed, .resume): .queued
        // The download was complete before the pause could stop it.
        case (.queued, .finish(let length)), (.paused, .finish(let length)): .done(length: length)
        case (.queued, .fail(let reason)): .failed(reason: reason)
        // The pause itself may have caused the failure. If not, the transfer fails again after it is resumed.
        case (.paused, .fail): nil
        case (.done, _), (.failed, _): nil
        }
    }
}

/// Why a transfer of a queue did not finish, and whether a later run may succeed without a change.
public enum TransferFailure: Error, Sendable, Equatable {
    /// The run was cancelled, or the transfer was paused or removed.
    case cancelled
    /// A later run may succeed, so the transfer stays queued; `reason` is a sentence for users.
    case delayed(reason: String)
    /// The transfer fails until something changes; `reason` is a sentence for users.
    case failed(reason: String)

    /// Classifies the error of a download. A lost connection, a busy server, a full disk and a login that has ended are
    /// temporary.
    ///
    /// - Parameter isSigned: whether the request had a credential. Without one, a 401 is final.
    public init(_ error: DownloadError, isSigned: Bool) {
        let isTemporary: Bool
        switch error {
        case .download(let failure, _): isTemporary = failure.mayPass
        case .call(let call):
            switch call.cause {
            case .cancelled:
                self = .cancelled
                return
            case .status(let failure) where failure.kind == .unauthorized && !isSigned:
                self = .failed(
                    reason:
                        "The server requires a login, and the transfer has none. Remove it, log in and add it again.")
                return
            case .loggedOut, .credentialStorage, .refresh, .timeout, .circuitOpen: isTemporary = true
            case .transport(let failure): isTemporary = failure.mayPass
            case .status(let failure) where failure.kind == .unauthorized: isTemporary = true
            default: isTemporary = call.isRetryable
            }
        }
        self = isTemporary ? .delayed(reason: error.userMessage) : .failed(reason: error.userMessage)
    }
}

extension TransportError {
    /// Whether a new attempt may succeed.
    fileprivate var mayPass: Bool {
        switch self {
        case .unsendable, .requestBody, .responseTooLarge: false
        default: true
        }
    }
}

extension DownloadFailure {
    /// Whether the same download may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .diskFull, .busy, .restartedTooOften: true
        default: false
        }
    }
}

/// The result of a run for one transfer.
public struct TransferOutcome: Sendable, Equatable {
    /// The transfer with its state after the run.
    public let transfer: QueuedTransfer
    /// Why a transfer that is still queued could not finish now, as a sentence for users; `nil` for all others.
    public let delay: String?

    public init(_ transfer: QueuedTransfer, delay: String? = nil) {
        self.transfer = transfer
        self.delay = delay
    }
}

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
