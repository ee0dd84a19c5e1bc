public import Primitives

/// Why an operation of an ``UploadService`` failed.
public enum UploadServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// No account is logged in, or the session has ended.
    case loggedOut
    /// The account may not do this.
    case forbidden(ServiceFailure)
    /// The user does not exist, or the account may not see it.
    case notFound(ServiceFailure)
    /// The file breaks a rule of ``AvatarPolicy`` or can't be read. `reason` is one sentence for users.
    case unsuitableFile(reason: String)
    /// The server stored different bytes than the file contains. `reason` is one sentence for users.
    case damagedUpload(reason: String)
    /// The network, the server or the local storage failed, or the server has stricter rules for files.
    case failed(ServiceFailure)

    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: .cancelledOperation
        case .loggedOut: .notLoggedIn
        case .forbidden: .forbiddenForAccount
        case .notFound: .notFound
        case .unsuitableFile(let reason): UserMessage("service.unsuitableFile", "%1$@", reason)
        case .damagedUpload(let reason): UserMessage("service.damagedUpload", "%1$@", reason)
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        switch self {
        case .forbidden(let failure), .notFound(let failure), .failed(let failure): failure
        case .cancelled, .loggedOut, .unsuitableFile, .damagedUpload: nil
        }
    }
}
