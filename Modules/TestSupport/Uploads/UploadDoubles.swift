public import Foundation
public import Models
public import RemoteServices
public import Services

/// A mock of `UploadService`: returns the response that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
public final class MockUploadService: UploadService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case uploadAvatar(URL, of: UserID)
    }

    /// The arguments of ``uploadAvatar(_:of:progress:)``. A response may report progress.
    public typealias Arguments = (file: URL, id: UserID, progress: @Sendable (UploadProgress) -> Void)

    private let uploadAvatarResponse: MockResponse<Arguments, AvatarReceipt, UploadServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any UploadService)? = nil,
        uploadAvatar: MockResponse<Arguments, AvatarReceipt, UploadServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        uploadAvatarResponse = .of(uploadAvatar, base) { base, call throws(UploadServiceError) in
            try await base.uploadAvatar(call.file, of: call.id, progress: call.progress)
        }
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

extension RemoteServicesFixture {
    /// The upload service of `account`.
    public func uploads(of account: Account, policy: AvatarPolicy = AvatarPolicy()) -> RemoteUploadService {
        RemoteUploadService(
            session: sessions.session(of: account, on: client), identifiers: identifiers, hashing: hashing,
            policy: policy)
    }
}
