public import Foundation
public import Models
public import Services
public import Testing

/// A failing double of ``UploadService``, for code that has no business with uploads: each call records a test failure
/// and throws ``UploadServiceError/failed(_:)``.
public struct FailingUploadService: UploadService {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        throw .failed(.unexpectedCall("UploadService.uploadAvatar(_:of:progress:)", sourceLocation))
    }
}
