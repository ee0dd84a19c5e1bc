public import Foundation
public import Models
public import Networking
public import Services

/// A failing double of ``UploadService``, for code that has no business with uploads: each call throws
/// ``ServiceError/storage(_:)`` with the text of an ``UnexpectedCall``.
public struct FailingUploadService: UploadService {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(ServiceError) -> AvatarReceipt {
        throw .unexpectedCall("UploadService.uploadAvatar(_:of:progress:)", origin)
    }
}
