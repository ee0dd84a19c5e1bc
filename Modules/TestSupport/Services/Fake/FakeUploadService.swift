public import Foundation
public import Models
import Networking
public import Persistence
public import RemoteServices
public import Services

/// A fake of ``UploadService``: reads the file and keeps of it, at a ``FakeBackend``, what a receipt says.
public struct FakeUploadService: UploadService {
    private let connection: FakeConnection
    private let users: any UserStore
    private let policy: AvatarPolicy

    /// A service for whoever `account` is. What a file may be is the live service's own policy.
    public init(
        account: Account, backend: FakeBackend, sessions: AccountSessions, users: any UserStore,
        policy: AvatarPolicy = AvatarPolicy()
    ) {
        connection = FakeConnection(account: account, backend: backend, sessions: sessions)
        self.users = users
        self.policy = policy
    }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        let (type, size) = try await policy.inspect(file)
        let digest = SHA256Digest.hexadecimal(of: try await read(file))
        let backend = connection.backend
        let (url, uploadedAt): (URL, Date)
        do throws(NetworkError) {
            (url, uploadedAt) = try await connection.ask { access throws(NetworkError) in
                try backend.setAvatar(of: id, digest: digest, access)
            }
        } catch {
            throw UploadServiceError(error)
        }
        report(size, to: progress)
        await update(id, with: url)
        return AvatarReceipt(
            avatarURL: url, contentType: type.mediaType, size: size, sha256: digest, uploadedAt: Timestamp(uploadedAt))
    }

    /// What the backend has taken is no failure if its copy can't be stored.
    private func update(_ id: User.ID, with url: URL) async {
        guard var user = try? await users.user(id: id, of: connection.accountID) else { return }
        user.avatarURL = url
        try? await users.save([user], of: connection.accountID)
    }

    @concurrent
    private func read(_ file: URL) async throws(UploadServiceError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw .unsuitableFile(reason: "There is no readable file \(file.lastPathComponent).")
        }
    }

    /// In pieces, as a transport takes them, with a form's few bytes around the file.
    private func report(_ size: Int, to progress: (UploadProgress) -> Void) {
        let total = size + 256
        for completed in stride(from: 64 * 1024, to: total, by: 64 * 1024) + [total] {
            progress(UploadProgress(sent: Int64(completed), total: Int64(total)))
        }
    }
}
