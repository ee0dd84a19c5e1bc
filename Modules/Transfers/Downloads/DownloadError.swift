import Files
public import Networking
public import Primitives

/// Why a download produced no file. Contains no secret.
public typealias DownloadError = TransferError<DownloadFailure>

extension DownloadFailure: CustomFailure {
    public var name: String { "download" }

    /// Always `false`, because a download retries by itself.
    public var isRetryable: Bool { false }
}

extension NetworkError.Cause {
    static func download(_ failure: DownloadFailure) -> Self { .custom(AnyCustomFailure(failure)) }

    var downloadFailure: DownloadFailure? { failure() }
}

/// Why a download produced no file, beyond the errors that any call can have.
public enum DownloadFailure: Error, Sendable, Equatable {
    /// The disk or the user's quota is full. The next call continues after `stored` bytes.
    case diskFull(stored: Int64)
    /// The program has no permission to write the folder or the file.
    case notPermitted
    /// The folder of the destination does not exist.
    case folderMissing
    /// The destination is a folder or a device, which a download does not replace.
    case destinationIsNoFile
    /// Another download to the same file is running, in this process or another.
    case busy
    /// The file `name`, in which a download stores its bytes until it is complete, was not created by a download, or
    /// was replaced. The download leaves it unchanged.
    case partialFileConflict(name: String)
    /// Another disk error; `reason` is the operating system's text.
    case disk(reason: String)
    /// The file does not have the expected digest, and was deleted.
    case digestMismatch(expected: ContentDigest, actual: ContentDigest)
    /// The server sent more bytes than it had announced.
    case overrun(announced: Int64)
    /// The server sent a response without the file, or a part that was not requested.
    case unexpectedResponse(status: Int)
    /// The download had to restart too often: the file changes faster than it can be downloaded, or the server can't
    /// continue it.
    case restartedTooOften(Int)

    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .diskFull(0):
            UserMessage("download.diskFull", "The disk is full. Free some space, then download the file again.")
        case .diskFull(let stored):
            UserMessage(
                "download.diskFullStored",
                "The disk is full. Free some space, then download the file again: %1$@ bytes are stored, and the rest follows.",
                stored.grouped)
        case .notPermitted:
            UserMessage(
                "download.notPermitted", "The file can't be saved there: the folder or the file is not writable.")
        case .folderMissing:
            UserMessage("download.folderMissing", "The file can't be saved there: the folder does not exist.")
        case .destinationIsNoFile:
            UserMessage(
                "download.destinationIsNoFile",
                "The file can't be saved there: a folder or a device has this name.")
        case .busy: UserMessage("download.busy", "This file is being downloaded already.")
        case .partialFileConflict(let name):
            UserMessage(
                "download.partialFileConflict",
                "The file can't be saved: a download writes to %1$@ first, and another file has that name. Move it, then try again.",
                name)
        case .disk(let reason): UserMessage("download.disk", "The file can't be saved: %1$@.", reason)
        case .digestMismatch:
            UserMessage(
                "download.digestMismatch",
                "The downloaded file does not have the expected digest and was deleted. Check the digest or try again.")
        case .overrun:
            UserMessage("download.overrun", "The server sent more bytes than it had announced. Try again later.")
        case .unexpectedResponse(let status):
            UserMessage("download.unexpectedResponse", "The server sent no file (%1$@).", "\(status)")
        case .restartedTooOften:
            UserMessage(
                "download.restartedTooOften",
                "The download could not be continued after an interruption. Try again later.")
        }
    }
}

extension DownloadFailure {
    /// The failure for a system call on the file, its record or its folder.
    init(_ error: FileError) {
        self =
            switch error.kind {
            case .full: .diskFull(stored: 0)
            case .notPermitted: .notPermitted
            case .missing: .folderMissing
            case .folder: .destinationIsNoFile
            case .locked: .busy
            case .exists, .other: .disk(reason: "\(error)")
            }
    }
}
