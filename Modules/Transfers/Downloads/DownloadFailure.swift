import Networking
public import Primitives

/// Why a download left no file, beyond what can go wrong with any call.
public enum DownloadFailure: Error, Sendable, Equatable {
    /// The disk, or the user's share of it, has no room left. The next call continues after `stored` bytes.
    case diskFull(stored: Int64)
    /// The folder or the file may not be written.
    case notPermitted
    /// The folder that the file should lie in does not exist.
    case folderMissing
    /// A folder or a device has the name of the file: neither is replaced.
    case destinationIsNoFile
    /// Another download to the same file is under way, in this process or another.
    case busy
    /// The file `name`, in which a download stores its bytes until it is complete, is not one that a download has made,
    /// or another file has been put in its place. It is left as it is.
    case partialFileConflict(name: String)
    /// Something else about the disk; `reason` is the operating system's.
    case disk(reason: String)
    /// The bytes are not those that were expected. They have been removed.
    case digestMismatch(expected: ContentDigest, actual: ContentDigest)
    /// The server sent more than it had announced.
    case overrun(announced: Int64)
    /// The server sent something else than the file, or a part of it that nobody had asked for.
    case unexpectedResponse(status: Int)
    /// The file had to be begun anew too often in one download: it changes faster than it can be fetched, or the server
    /// can't continue it.
    case restartedTooOften(Int)

    /// One sentence for people, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage``, for an app that speaks other languages too.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .diskFull(0):
            UserMessage("download.diskFull", "The disk is full. Free some space, then download the file again.")
        case .diskFull(let stored):
            UserMessage(
                "download.diskFullStored",
                "The disk is full. %1$@ bytes are stored: free some space, then download the file again to continue.",
                stored.grouped)
        case .notPermitted:
            UserMessage(
                "download.notPermitted", "The file can't be saved there: the folder or the file may not be written.")
        case .folderMissing:
            UserMessage("download.folderMissing", "The file can't be saved there: the folder does not exist.")
        case .destinationIsNoFile:
            UserMessage("download.destinationIsNoFile", "The file can't be saved there: what has this name is no file.")
        case .busy: UserMessage("download.busy", "This file is being downloaded already.")
        case .partialFileConflict(let name):
            UserMessage(
                "download.partialFileConflict",
                "The file can't be saved: its bytes go to %1$@ first, and that file belongs to something else. Move it, then try again.",
                name)
        case .disk(let reason): UserMessage("download.disk", "The file can't be saved: %1$@.", reason)
        case .digestMismatch:
            UserMessage("download.digestMismatch", "What arrived is not the expected file. It was removed.")
        case .overrun:
            UserMessage("download.overrun", "The server sent more than it had announced. Try again later.")
        case .unexpectedResponse(let status):
            UserMessage("download.unexpectedResponse", "The server sent no file (%1$@).", "\(status)")
        case .restartedTooOften:
            UserMessage(
                "download.restartedTooOften",
                "The file could not be continued after an interruption. Try again later.")
        }
    }
}
