public import Foundation
public import Models

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
