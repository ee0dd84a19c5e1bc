import HTTPTypes
import Hummingbird
import NIOCore

/// Upload and download of avatars.
struct AvatarRoutes: Resource {
    let users: UserStore
    let avatars: AvatarStore
    let links: Links
    let upload: AvatarUpload

    init(_ dependencies: ResourceDependencies) {
        users = dependencies.users
        avatars = AvatarStore(database: dependencies.database, now: dependencies.now)
        links = dependencies.links
        upload = AvatarUpload(dependencies.limits)
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.post("v2/users/{id}/avatar", use: post)
        groups.members.get("v2/users/{id}/avatar", use: get)
    }

    @Sendable private func post(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        // Checked first, so that an upload for an unknown user is not stored in memory.
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
            // `private`, because only some users may see it. The version in the URL prevents stale copies.
            .cacheControl: "private, max-age=86400",
            .vary: "Authorization",
            // The bytes come from a user, and only their header was checked. With these fields, a browser displays them
            // in an app's page, but neither guesses another type nor opens them as a page of this origin.
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
