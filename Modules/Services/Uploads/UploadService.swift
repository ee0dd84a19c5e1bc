public import Foundation
public import Models
public import Networking

/// Sends files, on behalf of one account.
public protocol UploadService: Sendable {
    /// Sends a picture from disk and makes it the user's avatar. What the file may be is ``AvatarPolicy``'s to say; a file
    /// that may not be one is refused before anything is sent.
    /// - Parameter progress: how much of the request the transport has accepted, the form around the file included.
    func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(ServiceError) -> AvatarReceipt
}
