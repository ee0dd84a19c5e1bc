public import Foundation
public import Models
public import Networking
public import Persistence
public import Primitives

/// Streams files to the backend: whatever their size, only a piece is in memory.
public struct RemoteUploadService: UploadService {
    private let session: Session<Member>
    private let users: any UserStore
    private let identifiers: any IdentifierSource
    private let policy: AvatarPolicy

    /// A service for whoever `account` is.
    /// - Parameter identifiers: make the boundaries of forms.
    public init(
        account: Account, client: Client, users: any UserStore, identifiers: any IdentifierSource,
        policy: AvatarPolicy = AvatarPolicy()
    ) {
        session = client.session(with: account.member)
        self.users = users
        self.identifiers = identifiers
        self.policy = policy
    }

    public func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(ServiceError) -> AvatarReceipt {
        let (type, size) = try await policy.inspect(file)
        let form = MultipartForm(parts: [try part(file.resolvingSymlinksInPath(), type)], boundary: identifiers.next())
        let receipt = try await session.call(.uploadAvatar(of: id, form: form), progress: progress)
        guard receipt.size == size else {
            throw .damagedUpload(
                reason:
                    "The server keeps \(receipt.size) bytes of the \(size) that \(file.lastPathComponent) has. Upload it again."
            )
        }
        try await remember(receipt, of: id)
        return receipt
    }

    private func part(_ file: URL, _ type: ImageType) throws(ServiceError) -> MultipartForm.Part {
        do throws(InvalidRequest) {
            return try .file("avatar", at: file, contentType: type.mediaType)
        } catch {
            throw .unsuitableFile(reason: error.reason)
        }
    }

    /// A copy of the user, if there is one, shows the new picture too.
    private func remember(_ receipt: AvatarReceipt, of id: User.ID) async throws(ServiceError) {
        try await storing { () async throws(StoreError) in
            guard var user = try await users.user(id: id) else { return }
            user.avatarURL = receipt.avatarURL
            try await users.save([user])
        }
    }
}
