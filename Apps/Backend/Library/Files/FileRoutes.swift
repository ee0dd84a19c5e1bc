import Foundation
import HTTPTypes
import Hummingbird

/// Generated files to download, whole or in ranges.
struct FileRoutes: Resource {
    /// The largest sample, in bytes.
    let limit: Int
    private let digests = SampleDigests()

    init(limit: Int) {
        self.limit = limit
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/files/{name}", use: get)
        groups.members.get("v2/files/{name}/digest", use: digest)
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> Response {
        let file = try file(of: context)
        let digest = await digests.digest(of: file)
        let representation = ByteRepresentation(
            length: file.size, validators: Validators(tag: file.tag, modified: Self.modified),
            headers: [
                .contentType: "application/octet-stream",
                .cacheControl: "private, max-age=3600",
                .vary: "Authorization",
                // RFC 9530, section 3: the digest of the whole file, even if the response has a part.
                .reprDigest: "sha-256=:\(digest.base64EncodedString()):",
            ], read: file.bytes(in:))
        return try representation.response(to: request)
    }

    @Sendable private func digest(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let file = try file(of: context)
        let digest = await digests.digest(of: file)
        return CacheableResponse(
            body: FileDigestBody(name: file.name, size: file.size, sha256: digest.hexadecimal),
            modified: Self.modified)
    }

    private func file(of context: MemberContext) throws(Problem) -> SampleFile {
        guard let name = context.parameters.get("name"), let file = SampleFile(name: name, limit: limit) else {
            throw .notFound
        }
        return file
    }

    /// 2026-01-01T00:00:00Z, the date of the algorithm.
    private static let modified = HTTPDate(seconds: 1_767_225_600)
}

extension HTTPField.Name {
    /// RFC 9530, section 3.
    static let reprDigest = known("Repr-Digest")
}
