public import EngineTestSupport
public import Foundation
public import Models
public import Services

/// A mock of `UploadService`: returns the response that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an `UnexpectedCall`.
public final class MockUploadService: UploadService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case uploadAvatar(URL, of: UserID)
    }

    /// The arguments of ``uploadAvatar(_:of:progress:)``. A response may report progress.
    public typealias Arguments = (file: URL, id: UserID, progress: @Sendable (UploadProgress) -> Void)

    private let uploadAvatarResponse: MockResponse<Arguments, AvatarReceipt, UploadServiceError>?
    private let recorder: MockRecorder<Call>

    /// Creates a mock with the response to its method.
    public init(
        uploadAvatar: MockResponse<Arguments, AvatarReceipt, UploadServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        uploadAvatarResponse = uploadAvatar
        recorder = MockRecorder("UploadService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func uploadAvatar(
        _ file: URL, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        try await recorder.respond(to: .uploadAvatar(file, of: id), (file, id, progress), with: uploadAvatarResponse)
    }
}
