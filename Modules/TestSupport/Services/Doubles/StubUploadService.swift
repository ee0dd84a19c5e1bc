public import Foundation
public import Models
public import Services

/// A stub of ``UploadService``: reports the steps that the test said, and answers its receipt; or fails after them.
public struct StubUploadService: UploadService {
    private let response: Result<AvatarReceipt, UploadServiceError>
    private let steps: [UploadProgress]

    /// - Parameter steps: what is reported before the answer, in this order.
    public init(_ receipt: AvatarReceipt, reporting steps: [UploadProgress] = []) {
        response = .success(receipt)
        self.steps = steps
    }

    /// - Parameters:
    ///   - error: what every call throws.
    ///   - steps: what is reported before.
    public init(failingWith error: UploadServiceError, reporting steps: [UploadProgress] = []) {
        response = .failure(error)
        self.steps = steps
    }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        steps.forEach(progress)
        return try response.get()
    }
}
