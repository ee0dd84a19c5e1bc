import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// `GET /v2/health`, for processes that wait until the server is up.
struct HealthRoutes: Resource {
    init(backend: Dependencies) {}

    func addRoutes(to groups: RouteGroups) {
        groups.open.get("v2/health") { _, _ in
            try Reply.json(
                ["status": "ok"], headers: [.idempotencyKeyLifetime: KeyedRequest.lifetimeText])
        }
    }
}

/// Generated files to download, whole or in ranges.
final class FileRoutes: Resource {
    /// Hashing is the only slow part of a download.
    private let digests = Mutex<[Int: Data]>([:])

    init(backend: Dependencies) {}

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/files/{name}", use: get)
        groups.members.get("v2/files/{name}/digest") { request, context in
            let file = try self.file(of: context)
            let digest = await self.digest(of: file)
            return try Reply.cacheable(
                FileDigestBody(name: file.name, size: file.size, sha256: digest.hexadecimal),
                modified: SampleFile.modified, for: request)
        }
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> Response {
        let file = try file(of: context)
        let digest = await digest(of: file)
        return try ByteRepresentation(
            length: file.size, validators: Validators(tag: file.tag, modified: SampleFile.modified),
            headers: [
                .contentType: "application/octet-stream",
                .cacheControl: "private, max-age=3600",
                .vary: "Authorization",
                // RFC 9530, section 3: the digest of the whole file, even if the response has a part.
                .reprDigest: "sha-256=:\(digest.base64EncodedString()):",
            ], read: file.bytes(in:)
        ).response(to: request)
    }

    private func file(of context: MemberContext) throws(Problem) -> SampleFile {
        guard let file = context.parameters.get("name").flatMap(SampleFile.init(name:)) else { throw .notFound }
        return file
    }

    private func digest(of file: SampleFile) async -> Data {
        if let known = digests.withLock({ $0[file.size] }) { return known }
        let digest = await file.digest()
        digests.withLock { digests in
            if digests.count >= 32 { digests = [:] }
            digests[file.size] = digest
        }
        return digest
    }
}

struct FileDigestBody: Encodable, Sendable {
    let name: String
    /// In bytes.
    let size: Int
    /// 64 lower-case hexadecimal digits.
    let sha256: String
}

extension HTTPField.Name {
    /// RFC 9530, section 3.
    static let reprDigest = known("Repr-Digest")
}
