public import Foundation
public import Models
public import Services
import Synchronization

/// A mock of ``UploadService``: records what was asked, in order, and passes it on.
public final class RecordingUploadService: UploadService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case uploadAvatar(URL, of: User.ID)
    }

    private let base: any UploadService
    private let recorded = Mutex<[Call]>([])

    /// - Parameter base: does the work.
    public init(_ base: any UploadService) {
        self.base = base
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        recorded.withLock { $0.append(.uploadAvatar(file, of: id)) }
        return try await base.uploadAvatar(file, of: id, progress: progress)
    }
}
