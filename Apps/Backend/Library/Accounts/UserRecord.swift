import GRDB

/// A user as stored.
struct UserRecord: Equatable, Sendable {
    var id: String
    var email: String
    var name: String
    var role: Role
    var description: String?
    /// The ``PasswordHash/text`` of the password; `nil` for a user who cannot log in.
    var passwordHash: String?
    var createdAt: Timestamp
    var updatedAt: Timestamp
    // feature: Uploads begin
    /// Changes with every upload; `nil` without an avatar. Read-only, because it belongs to the avatar's row.
    var avatarVersion: String?
    /// `nil` without an avatar. Read-only.
    var avatarUploadedAt: Timestamp?
    // feature: Uploads end

    /// When a response that contains the user last changed.
    var modifiedAt: HTTPDate {
        if let avatarUploadedAt, avatarUploadedAt > updatedAt { return HTTPDate(avatarUploadedAt) }  // feature: Uploads
        return HTTPDate(updatedAt)
    }

    /// Selects the columns that ``init(row:)`` reads. Append conditions and order.
    static let selection = [
        "SELECT users.*",
        ", substr(avatars.sha256, 1, 16) AS avatar_version",  // feature: Uploads
        ", avatars.uploaded_at AS avatar_uploaded_at",  // feature: Uploads
        "FROM users",
        "LEFT JOIN avatars ON avatars.user_id = users.id",  // feature: Uploads
    ].joined(separator: " ")

    static func find(id: String, _ db: Database) throws -> UserRecord? {
        try fetchOne(db, sql: selection + " WHERE users.id = ?", arguments: [id])
    }
}

extension UserRecord: FetchableRecord {
    init(row: Row) throws {
        id = row["id"]
        email = row["email"]
        name = row["name"]
        role = row["role"]
        description = row["description"]
        passwordHash = row["password_hash"]
        createdAt = row["created_at"]
        updatedAt = row["updated_at"]
        avatarVersion = row["avatar_version"]  // feature: Uploads
        avatarUploadedAt = row["avatar_uploaded_at"]  // feature: Uploads
    }
}

extension UserRecord: PersistableRecord {
    static let databaseTableName = "users"

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["email"] = email
        container["name"] = name
        container["role"] = role
        container["description"] = description
        container["password_hash"] = passwordHash
        container["created_at"] = createdAt
        container["updated_at"] = updatedAt
    }
}
