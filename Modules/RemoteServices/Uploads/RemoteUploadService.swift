import Foundation
public import Models
public import Networking
import Primitives
public import Services

/// Uploads files to the backend. It streams them, so only a part of a file is in memory at a time.
struct RemoteUploadService: UploadService {
    private let session: Session<Member>
    private let identifiers: any IdentifierSource
    private let hashing: any ContentHashing
    private let policy: AvatarPolicy

    init(_ account: AccountBackend, policy: AvatarPolicy = AvatarPolicy()) {
        session = account.session
        identifiers = account.backend.identifiers
        // SHA-256, because the server's receipts contain that digest.
        hashing = account.backend.hashing
        self.policy = policy
    }

    func uploadAvatar(
        _ file: URL, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        let (type, _) = try await policy.inspect(file)
        let digest = try await digest(of: file)
        let form = MultipartForm(parts: [try part(file.resolvingSymlinksInPath(), type)], boundary: identifiers.next())
        let receipt = try await send(form, of: id, progress: progress)
        guard receipt.matches(digest) else {
            throw .specific(.damagedUpload(file: file, digest: digest, receipt: receipt))
        }
        return receipt
    }

    private func send(
        _ form: MultipartForm, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        do throws(NetworkError) {
            return try await session.send(
                .uploadAvatar(of: id, form: form),
                progress: { progress(UploadProgress(sent: $0.completed, total: $0.total)) })
        } catch {
            throw UploadServiceError(error)
        }
    }

    /// The digest of the file's bytes. If they change before they are sent, the receipt does not match.
    @concurrent
    private func digest(of file: URL) async throws(UploadServiceError) -> ContentDigest {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            var hash = hashing.begin()
            while let piece = try handle.read(upToCount: 256 * 1024), !piece.isEmpty {
                piece.withUnsafeBytes { hash.update($0) }
            }
            return hash.digest()
        } catch {
            throw .specific(.unsuitableFile(reason: "\(file.lastPathComponent) can't be read."))
        }
    }

    private func part(_ file: URL, _ type: ImageType) throws(UploadServiceError) -> MultipartForm.Part {
        do throws(InvalidRequest) {
            return try .file("avatar", at: file, contentType: type.mediaType)
        } catch {
            throw .specific(.unsuitableFile(reason: error.reason))
        }
    }
}

extension AvatarReceipt {
    fileprivate func matches(_ digest: ContentDigest) -> Bool {
        ContentDigest(algorithm: digest.algorithm, hexadecimal: sha256) == digest
    }
}

extension UploadFault {
    fileprivate static func damagedUpload(
        file: URL, digest: ContentDigest, receipt: AvatarReceipt
    ) -> UploadFault {
        .damagedUpload(
            reason: """
                The server's copy differs from \(file.lastPathComponent): its SHA-256 is \(receipt.sha256), the \
                file's is \(digest.hexadecimal). Upload it again.
                """)
    }
}

extension AccountBackend {
    /// Uploads files.
    public var uploads: any UploadService { RemoteUploadService(self) }
}

extension Endpoint where Access: MemberScope, Response == AvatarReceipt {
    /// `POST /users/{id}/avatar`: a form with one file field, `avatar`. 413 if the file is too large, 415 if it is not
    /// an image of an allowed type.
    public static func uploadAvatar(of id: UserID, form: MultipartForm) -> Self {
        Endpoint(.post, "/users/\(id.text)/avatar", body: .multipart(form), response: .json)
    }
}
