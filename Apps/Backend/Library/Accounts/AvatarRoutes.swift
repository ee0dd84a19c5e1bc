import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

enum ImageType: String, CaseIterable, Codable, Sendable, DatabaseValueConvertible {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webp = "image/webp"
    case gif = "image/gif"

    var fileExtension: String { self == .jpeg ? "jpg" : String(rawValue.dropFirst("image/".count)) }

    /// The type according to the first bytes, because a name or a header may be wrong; `nil` for any other type.
    init?(sniffing bytes: Data) {
        let head = Array(bytes.prefix(12))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else {
            return nil
        }
    }
}

/// The bytes are in the database, so that one transaction can change a user and the avatar.
struct Avatar: TableRow {
    let userID: String
    let contentType: ImageType
    /// 64 lower-case hexadecimal digits.
    let sha256: String
    let uploadedAt: Timestamp
    let bytes: Data

    static let databaseTableName = "avatars"

    var version: String { String(sha256.prefix(16)) }
}

struct AvatarReceipt: Encodable, Sendable {
    let avatarURL: String
    let contentType: ImageType
    /// In bytes.
    let size: Int
    let sha256: String
    let uploadedAt: Timestamp
}

struct AvatarRoutes: Resource {
    /// The largest avatar, and the largest form with its boundaries, in bytes.
    static let limit = 5 * 1024 * 1024
    static let formLimit = limit + 16 * 1024

    let backend: Dependencies

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("avatars") { db in
            try db.create(table: Avatar.databaseTableName, options: .strict) { table in
                table.primaryKey("user_id", .text).references("users", onDelete: .cascade)
                table.column("content_type", .text).notNull()
                table.column("sha256", .text).notNull()
                table.column("uploaded_at", .integer).notNull()
                table.column("bytes", .blob).notNull()
            }
        }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.post("v2/users/{id}/avatar", use: post)
        groups.members.get("v2/users/{id}/avatar", use: get)
    }

    @Sendable private func post(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let (id, now, links) = (try context.userID, backend.now, backend.links)
        let (bytes, type) = try await Self.picture(in: request)
        let avatar = Avatar(
            userID: id, contentType: type, sha256: bytes.sha256.hexadecimal, uploadedAt: now, bytes: bytes)
        return try await backend.write(context) { db in
            guard var user = try User.fetchOne(db, key: id) else { throw Problem.notFound }
            (user.avatarVersion, user.avatarUploadedAt) = (avatar.version, now)
            try user.update(db)
            try avatar.upsert(db)
            return try .json(
                AvatarReceipt(
                    avatarURL: links.avatar(userID: id, version: avatar.version), contentType: type,
                    size: bytes.count, sha256: avatar.sha256, uploadedAt: now),
                status: .created)
        }
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> Response {
        let avatar = try await backend.find(Avatar.filter(key: context.userID))
        let headers: HTTPFields = [
            .contentType: avatar.contentType.rawValue,
            // `private`, because only some users may see it. The version in the URL prevents stale copies.
            .cacheControl: "private, max-age=86400",
            .vary: "Authorization",
            // The bytes come from a user. With these fields, a browser displays them in an app's page, but neither
            // guesses another type nor opens them as a page of this origin.
            .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
            .contentDisposition: "attachment; filename=\"avatar.\(avatar.contentType.fileExtension)\"",
        ]
        return try ByteRepresentation(
            length: avatar.bytes.count,
            validators: Validators(tag: EntityTag(opaque: avatar.sha256), modified: HTTPDate(avatar.uploadedAt)),
            headers: headers
        ) { range in
            ByteBuffer(bytes: avatar.bytes[range])
        }.response(to: request)
    }

    /// The file of an upload's form, and its type.
    private static func picture(in request: Request) async throws -> (bytes: Data, type: ImageType) {
        guard let media = request.contentType, media.value == "multipart/form-data" else {
            throw Problem.unsupportedMediaType("The body must be multipart/form-data.")
        }
        let body = try await request.bytes(limit: formLimit, reported: limit)
        let parts = try FormPart.parts(of: Data(body.readableBytesView), boundary: media.parameters["boundary"] ?? "")
        func invalid(_ field: String, _ code: String, _ message: String) -> Problem {
            .validationFailed([FieldError(field: field, code: code, message: message)])
        }
        if let other = parts.first(where: { $0.name != "avatar" }) {
            throw invalid(other.name, "unexpected", "The form has no such field.")
        }
        guard let part = parts.first else { throw Problem.validationFailed([.required("avatar")]) }
        guard part.isFile else { throw Problem.validationFailed([.mistyped("avatar", expected: "a file")]) }
        guard parts.count == 1 else { throw invalid("avatar", "duplicate", "The form must have one file.") }
        guard part.bytes.count <= limit else { throw Problem.contentTooLarge(limit: limit) }
        guard let declared = part.contentType.flatMap(HeaderValue.init).flatMap({ ImageType(rawValue: $0.value) })
        else { throw Problem.unsupportedMediaType("An avatar must be a PNG, JPEG, WebP or GIF image.") }
        guard ImageType(sniffing: part.bytes) == declared else {
            throw Problem.unsupportedMediaType(
                "The file is declared as \(declared.rawValue), but its content is not.")
        }
        return (part.bytes, declared)
    }
}

extension Links {
    /// The address of an avatar. Each upload gets a new `version`, so clients can cache the bytes.
    func avatar(userID: String, version: String) -> String {
        let id = userID.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_", "."])) ?? userID
        return absolute("/v2/users/\(id)/avatar?v=\(version)")
    }
}
