import Files
public import Networking
public import Primitives

/// Why an upload failed. Contains no secret.
public typealias UploadError = TransferError<UploadFailure>

/// Why a file was not copied or uploaded, beyond the errors that any call can have.
public enum UploadFailure: CustomFailure, Sendable {
    /// The caller cancelled the copying of the file.
    case cancelled
    /// The original does not exist, is not a regular file or can't be read.
    case unreadable(name: String)
    /// A program wrote the original while it was copied, so the copy could have mixed bytes.
    case changing(name: String)
    /// The disk or the user's quota is full.
    case diskFull
    /// The program has no permission to write the folder of the copies or of the record.
    case notPermitted
    /// Another disk error; `reason` is the operating system's text.
    case disk(reason: String)
    /// The copy is missing or has another length.
    case copyDamaged(name: String)
    /// Another call uploads with the same record, in this process or another.
    case busy
    /// The file is larger than the server's `limit` in bytes, which is `nil` if the server has not sent it.
    case tooLarge(length: Int64, limit: Int64?)
    /// The server does not create a resumable upload at this address.
    case notResumable(status: Int)
    /// The server expects the bytes at another origin, to which the credential must not be sent.
    case foreignLocation
    /// The server has twice received bytes with another digest.
    case digestMismatch
    /// The server keeps confirming the same offset, in bytes, without an error.
    case noProgress(at: Int64)
    /// The server sent a response that contradicts the protocol.
    case unexpectedResponse(status: Int)
    /// The server has lost the upload this many times.
    case restartedTooOften(Int)

    public var name: String { "upload" }

    /// Always `false`, because an upload retries by itself.
    public var isRetryable: Bool { false }

    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: UserMessage("upload.cancelled", "The file was not copied, because the upload was cancelled.")
        case .unreadable(let name):
            UserMessage(
                "upload.unreadable", "%1$@ can't be read. Check that it exists, is a file and may be read.", name)
        case .changing(let name):
            UserMessage(
                "upload.changing",
                "%1$@ changed while it was copied. Close the program that writes it, then upload it again.", name)
        case .diskFull: UserMessage("upload.diskFull", "The disk is full. Free some space, then try again.")
        case .notPermitted:
            UserMessage(
                "upload.notPermitted",
                "The file can't be copied: the folder for uploads is not writable. Check its permissions.")
        case .disk(let reason): UserMessage("upload.disk", "The file can't be copied: %1$@.", reason)
        case .copyDamaged(let name):
            UserMessage("upload.copyDamaged", "The copy of %1$@ is missing or damaged. Upload the file again.", name)
        case .busy: UserMessage("upload.busy", "This file is being uploaded already.")
        case .tooLarge(let length, let limit?):
            UserMessage(
                "upload.tooLarge",
                "The file has %1$@ bytes, but the server accepts %2$@ at most. Choose a smaller file.",
                length.grouped, limit.grouped)
        case .tooLarge(let length, nil):
            UserMessage(
                "upload.tooLargeForServer",
                "The file has %1$@ bytes, which is more than the server accepts. Choose a smaller file.",
                length.grouped)
        case .notResumable(let status):
            UserMessage(
                "upload.notResumable",
                "The server offers no resumable uploads at this address (%1$@). Check the address.", "\(status)")
        case .foreignLocation:
            UserMessage(
                "upload.foreignLocation",
                "Nothing was uploaded: the server wants the file at another server, which must not get your login.")
        case .digestMismatch:
            UserMessage(
                "upload.digestMismatch",
                "The server has received damaged bytes twice. Upload the file again, in case its copy is damaged.")
        case .noProgress(let offset):
            UserMessage(
                "upload.noProgress", "The server accepts no bytes after the first %1$@. Try again later.",
                offset.grouped)
        case .unexpectedResponse(let status):
            UserMessage(
                "upload.unexpectedResponse",
                "The server's response (%1$@) does not follow the protocol of resumable uploads. Try again later.",
                "\(status)")
        case .restartedTooOften(let count):
            UserMessage(
                "upload.restartedTooOften", "The server has lost the uploaded bytes %1$@ times. Try again later.",
                "\(count)")
        }
    }
}

extension UploadFailure {
    /// The failure for a system call on a copy or a record.
    init(_ error: FileError) {
        self =
            switch error.kind {
            case .full: .diskFull
            case .notPermitted: .notPermitted
            case .locked: .busy
            case .missing, .folder, .exists, .other: .disk(reason: "\(error)")
            }
    }
}

extension NetworkError.Cause {
    static func upload(_ failure: UploadFailure) -> Self { .custom(AnyCustomFailure(failure)) }

    var uploadFailure: UploadFailure? { failure() }
}

/// A decision of an upload between its first request and its end.
public typealias UploadDecision = TransferDecision<UploadRestart>

/// Why an upload is created again, although a record of an earlier one exists.
public enum UploadRestart: RestartReason {
    /// The record belongs to another file or user, or to another address.
    case otherTarget
    /// The server does not have the upload, most likely because it has expired.
    case expired
    /// The server has refused the complete file, because its length or digest differs.
    case damaged

    public static var transfer: String { "upload" }

    public var message: String {
        switch self {
        case .otherTarget: "the record belongs to another file, user or address"
        case .expired: "the server no longer has the upload"
        case .damaged: "the server has received damaged bytes"
        }
    }
}

extension CallEvent.Kind {
    /// An event that reports a decision of an upload.
    public static func upload(_ decision: UploadDecision) -> Self { .custom(AnyCustomEvent(decision)) }

    /// The upload's decision; `nil` for any other event.
    public var uploadDecision: UploadDecision? {
        if case .custom(let event) = self { event.base as? UploadDecision } else { nil }
    }
}
