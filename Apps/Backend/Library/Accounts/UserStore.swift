import Foundation
import GRDB

/// The users. Emails are compared case-insensitively.
struct UserStore: Sendable {
    let database: DatabasePool
    let now: @Sendable () -> Date

    func find(id: String) async throws -> UserRecord? {
        try await database.read { try UserRecord.find(id: id, $0) }
    }

    func find(email: String) async throws -> UserRecord? {
        try await database.read { db in
            try UserRecord.fetchOne(db, sql: UserRecord.selection + " WHERE users.email = ?", arguments: [email])
        }
    }
}
