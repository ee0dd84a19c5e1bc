public import Foundation
public import Networking

/// A download or an upload in a queue: what to transfer, for whom, and its state.
///
/// It stores intent only. The number of transferred bytes is in the transfer's own record, so the two can't contradict
/// each other. "Running" is not a state: a lock shows it, and ends with its process.
public struct QueuedTransfer: Sendable, Hashable, Identifiable {
    /// Assigned by the store, in the order of adding; never used again.
    public let id: Int
    public let direction: Direction
    /// The account whose credential signs the requests, in the app's own form and without the credential; `nil` for
    /// requests without one.
    public let account: String?
    public let priority: Priority
    public var state: State

    public init(
        id: Int, _ direction: Direction, account: String? = nil, priority: Priority = .normal, state: State = .queued
    ) {
        self.id = id
        self.direction =
            switch direction {
            case .download(let url, let file):
                .download(
                    from: url.absoluteURL, to: URL(filePath: Self.path(of: file), directoryHint: .notDirectory))
            case .upload(let source, let url): .upload(source, to: url.absoluteURL)
            }
        self.account = account
        self.priority = priority
        self.state = state
    }

    /// One spelling for `/a/b`, `/a//b` and `/a/./b`, which are one file. `..` stays: after a symbolic link it leads
    /// to the parent of that link's target.
    private static func path(of file: URL) -> String {
        "/" + file.absoluteURL.path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Where the bytes come from and go to. The URLs have the scheme `http` or `https`.
    public enum Direction: Sendable, Hashable {
        case download(from: URL, to: URL)
        /// Sends a spooled copy to the URL that creates uploads.
        case upload(UploadSource, to: URL)
    }

    /// Which transfers a run starts first. Transfers of equal priority start in the order of adding. The raw values are
    /// stored.
    public enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable {
        case low, normal, high

        public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }

    /// The URL of the server.
    public var url: URL {
        switch direction {
        case .download(let url, _), .upload(_, let url): url
        }
    }

    /// The file on this machine: the destination of a download, or the spooled copy of an upload.
    public var file: URL {
        switch direction {
        case .download(_, let file): file
        case .upload(let source, _): source.file
        }
    }

    public var isUpload: Bool {
        if case .upload = direction { true } else { false }
    }

    /// Whether a run may start a transfer, or how the transfer ended.
    public enum State: Sendable, Hashable {
        /// The next run starts or continues it.
        case queued
        /// The latest run could not finish it, and the next one continues it; `reason` is a sentence for users.
        case waiting(reason: String)
        /// No run starts it until it is resumed.
        case paused
        /// All bytes have been transferred. An upload has the `location` that the server has given its file, if any.
        case done(length: Int64, location: URL? = nil)
        /// It can't succeed without a change; `reason` is a sentence for users.
        case failed(reason: String)
    }

    /// A request or a result that changes the state of a transfer.
    public enum Event: Sendable, Hashable {
        case pause
        /// Also tries a failed transfer again.
        case resume
        case finish(length: Int64, location: URL? = nil)
        case delay(reason: String)
        case fail(reason: String)
    }
}

extension QueuedTransfer.State {
    /// The state after an event; `nil` if the event does not apply, so that the state stays.
    public func after(_ event: QueuedTransfer.Event) -> Self? {
        switch (self, event) {
        case (.done, _): nil
        case (.failed, .resume): .queued
        case (.failed, _): nil
        case (_, .pause): .paused
        case (_, .resume): .queued
        // The transfer was complete before the pause could stop it.
        case (_, .finish(let length, let location)): .done(length: length, location: location)
        // The pause itself may have caused the failure. If not, the transfer fails again after it is resumed.
        case (.paused, .fail), (.paused, .delay): nil
        case (_, .delay(let reason)): .waiting(reason: reason)
        case (_, .fail(let reason)): .failed(reason: reason)
        }
    }

    /// Whether the next run starts the transfer.
    public var isQueued: Bool {
        switch self {
        case .queued, .waiting: true
        default: false
        }
    }

    /// Whether all bytes have been transferred.
    public var isDone: Bool {
        if case .done = self { true } else { false }
    }
}

/// Why a transfer of a queue did not finish, and whether a later run may succeed without a change.
public enum TransferFailure: Error, Sendable, Equatable {
    /// The run was cancelled, or the transfer was paused or removed.
    case cancelled
    /// A later run may succeed, so the transfer waits for it; `reason` is a sentence for users.
    case delayed(reason: String)
    /// The transfer fails until something changes; `reason` is a sentence for users.
    case failed(reason: String)

    /// Classifies the error of a download: a full disk, for example, is temporary.
    public init(_ error: DownloadError, isSigned: Bool) {
        switch error {
        case .transfer(let failure, _): self.init(mayPass: failure.mayPass, reason: error.userMessage)
        case .call(let call): self.init(call, isSigned: isSigned)
        }
    }

    /// Classifies the error of an upload, as that of a download.
    public init(_ error: UploadError, isSigned: Bool) {
        switch error {
        case .transfer(.cancelled, _): self = .cancelled
        case .transfer(let failure, _): self.init(mayPass: failure.mayPass, reason: error.userMessage)
        case .call(let call): self.init(call, isSigned: isSigned)
        }
    }

    /// Classifies the error of a call. A lost connection, a busy server and a login that has ended are temporary.
    ///
    /// - Parameter isSigned: whether the request had a credential. Without one, a 401 is final.
    public init(_ call: NetworkError, isSigned: Bool) {
        let mayPass: Bool
        switch call.cause {
        case .cancelled:
            self = .cancelled
            return
        case .status(let failure) where failure.kind == .unauthorized && !isSigned:
            self = .failed(
                reason: "The server requires a login, and the transfer has none. Remove it, log in and add it again.")
            return
        case .loggedOut, .credentialStorage, .refresh, .timeout, .circuitOpen: mayPass = true
        case .transport(let failure): mayPass = failure.mayPass
        case .status(let failure) where failure.kind == .unauthorized: mayPass = true
        default: mayPass = call.isRetryable
        }
        self.init(mayPass: mayPass, reason: call.userMessage)
    }

    private init(mayPass: Bool, reason: String) {
        self = mayPass ? .delayed(reason: reason) : .failed(reason: reason)
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

extension UploadFailure {
    /// Whether the same upload may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .diskFull, .busy, .noProgress, .restartedTooOften: true
        default: false
        }
    }
}

/// Why an operation on a queue of transfers failed. A failed transfer has a state instead
/// (``QueuedTransfer/State/failed(reason:)``).
public enum TransferQueueError: Error, Sendable, Equatable {
    /// The calling task was cancelled. Transfers that had not finished stay queued.
    case cancelled
    /// The queue has no transfer with this id.
    case unknown(id: Int)
    /// The stored transfer can't be read.
    case damaged(id: Int)
    /// All bytes have been transferred, so the transfer can be neither paused nor resumed.
    case finished(id: Int)
    /// The transfer has failed, so it can't be paused.
    case failed(id: Int)
    /// Another run uses the queue, perhaps in another process. It also runs transfers that are added meanwhile.
    case busy
    /// An unfinished download has the same destination.
    case duplicate(id: Int)
    /// The server's address is not an `http` or `https` URL, or contains a user name or password.
    case invalidURL
    /// The destination is not a file's path.
    case invalidFile
    /// The file of a new upload could not be copied; `reason` is a sentence for users.
    case spool(reason: String)
    /// This queue only downloads.
    case uploadsUnsupported
    /// The queue could not be read or changed; `reason` is a sentence for users.
    case store(reason: String)

    /// What is wrong and what the user can do.
    public var userMessage: String {
        switch self {
        case .cancelled: "The operation was cancelled."
        case .unknown(let id): "There is no transfer \(id)."
        case .damaged(let id): "Transfer \(id) is damaged and can't be read. Remove it, and add it again."
        case .finished(let id): "Transfer \(id) is complete. To transfer its file again, add it again."
        case .failed(let id): "Transfer \(id) has failed, so it can't be paused. Resume or remove it."
        case .busy: "The transfers are already running. Those that you add now run with them."
        case .duplicate(let id): "Transfer \(id) downloads to the same file. Remove it, or choose another file."
        case .invalidURL: "The server's address must be an http or https URL without a user name and password."
        case .invalidFile: "The destination must be a file."
        case .uploadsUnsupported: "This queue can't upload. Use a queue that the app runs itself."
        case .spool(let reason), .store(let reason): reason
        }
    }
}
