public import Foundation
public import Models
public import Services

/// A failing double of ``UploadService``, for code that must not use it: each call throws ``UploadServiceError/failed(_:)`` with an
/// ``UnexpectedCall``.
public struct FailingUploadService: UploadService {
    private let origin: DoubleOrigin

    /// A double whose errors name the line that made it.
    public init(file: String = #fileID, line: Int = #line) {
        origin = DoubleOrigin(file: file, line: line)
    }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        throw .failed(.unexpectedCall("UploadService.uploadAvatar(_:of:progress:)", origin))
    }
}
