public import Foundation
public import Models
public import Primitives

/// Uploads files on behalf of one account.
public protocol UploadService: Sendable {
    /// Uploads an image file and makes it the user's avatar. A file that breaks ``AvatarPolicy`` is refused before any
    /// request is sent.
    ///
    /// - Parameter progress: receives how much of the request has been sent.
    func uploadAvatar(
        _ file: URL, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt
}

/// Why an operation of an ``UploadService`` failed.
public typealias UploadServiceError = ServiceError<UploadFault>

/// A failure that only an ``UploadService`` has. Each `reason` is one sentence for users.
public enum UploadFault: SpecificFailure, Hashable {
    /// The file breaks a rule of ``AvatarPolicy`` or can't be read.
    case unsuitableFile(reason: String)
    /// The server stored different bytes than the file contains.
    case damagedUpload(reason: String)

    public var localizableUserMessage: UserMessage {
        switch self {
        case .unsuitableFile(let reason): UserMessage("service.unsuitableFile", "%1$@", reason)
        case .damagedUpload(let reason): UserMessage("service.damagedUpload", "%1$@", reason)
        }
    }

    public var kind: ServiceFailure.Kind {
        switch self {
        case .unsuitableFile: .file
        case .damagedUpload: .server
        }
    }
}
