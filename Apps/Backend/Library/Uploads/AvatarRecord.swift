import Foundation
import GRDB

/// A user's avatar as stored.
struct AvatarRecord: Equatable, Sendable {
    let userID: String
    let contentType: ImageType
    /// 64 lower-case hexadecimal digits.
    let sha256: String
    let uploadedAt: Timestamp
    let bytes: Data
}

extension AvatarRecord: FetchableRecord {
    init(row: Row) throws {
        userID = row["user_id"]
        contentType = row["content_type"]
        sha256 = row["sha256"]
        uploadedAt = row["uploaded_at"]
        bytes = row["bytes"]
    }
}

extension AvatarRecord: PersistableRecord {
    static let databaseTableName = "avatars"

    func encode(to container: inout PersistenceContainer) {
        container["user_id"] = userID
        container["content_type"] = contentType
        container["sha256"] = sha256
        container["uploaded_at"] = uploadedAt
        container["bytes"] = bytes
    }
}
