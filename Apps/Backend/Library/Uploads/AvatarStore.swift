import Crypto
import Foundation
import GRDB

/// The avatars, at most one for each user.
struct AvatarStore: Sendable {
    let database: DatabasePool
    let now: @Sendable () -> Date

    func find(userID: String) async throws -> AvatarRecord? {
        try await database.read { try AvatarRecord.fetchOne($0, key: userID) }
    }

    /// Replaces a user's avatar; `nil` if there is no such user.
    func save(_ bytes: Data, _ type: ImageType, userID: String) async throws -> AvatarRecord? {
        let avatar = AvatarRecord(
            userID: userID, contentType: type,
            sha256: Data(SHA256.hash(data: bytes)).hexadecimal,
            uploadedAt: Timestamp(now()), bytes: bytes)
        return try await database.write { db in
            guard try UserRecord.exists(db, key: userID) else { return nil }
            try avatar.upsert(db)
            return avatar
        }
    }
}
