import HTTPTypes
import Hummingbird
import NIOCore

/// Sending and fetching avatars.
struct AvatarRoutes: Resource {
    let users: UserStore
    let avatars: AvatarStore
    let links: Links
    let upload: AvatarUpload

    func addRoutes(to groups: RouteGroups) {
        groups.members.post("v2/users/{id}/avatar", use: post)
        groups.members.get("v2/users/{id}/avatar", use: get)
    }

    @Sendable private func post(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        // Asked before the upload is read: five megabytes for nobody would be five too many.
        guard try await users.find(id: id) != nil else { throw Problem.notFound }
        let (bytes, type) = try await upload.read(from: request)
        guard let avatar = try await avatars.save(bytes, type, userID: id) else { throw Problem.notFound }
        return JSONResponse(body: AvatarReceiptBody(avatar, links: links), status: .created)
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> Response {
        let id = try UserAccess.target(of: context)
        guard let avatar = try await avatars.find(userID: id) else { throw Problem.notFound }
        let headers: HTTPFields = [
            .contentType: avatar.contentType.rawValue,
            // `private`, as only some may see it; the version in the link takes care of staleness.
            .cacheControl: "private, max-age=86400",
            .vary: "Authorization",
            // The bytes come from a user, and only their header was checked. A browser shows them within a page of the
            // app, and neither takes them for anything else nor opens them as a page of this origin.
            .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
            .contentDisposition: "attachment; filename=\"avatar.\(avatar.contentType.fileExtension)\"",
        ]
        let representation = ByteRepresentation(
            length: avatar.bytes.count,
            validators: Validators(tag: EntityTag(opaque: avatar.sha256), modified: HTTPDate(avatar.uploadedAt)),
            headers: headers
        ) { range in
            ByteBuffer(bytes: avatar.bytes[range])
        }
        return try representation.response(to: request)
    }
}
