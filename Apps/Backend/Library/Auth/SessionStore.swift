import Foundation
import GRDB

/// The sessions and their tokens. Every change is one transaction, so a session never has two valid refresh tokens.
struct SessionStore: Sendable {
    let configuration: BackendConfiguration
    let database: DatabasePool

    /// Starts a session for an authenticated user; `nil` if the user was deleted in the meantime.
    func start(userID: String) async throws -> TokenPair? {
        let moment = Timestamp(configuration.now())
        return try await database.write { db in
            // A login also deletes sessions whose last token has expired.
            try db.execute(sql: "DELETE FROM sessions WHERE expires_at <= ?", arguments: [moment])
            guard try User.exists(db, key: userID) else { return nil }
            let session = UUID().uuidString.lowercased()
            try db.execute(
                sql: "INSERT INTO sessions (id, user_id, expires_at) VALUES (?, ?, ?)",
                arguments: [session, userID, moment + configuration.refreshTokenLifetime])
            return try issue(db, session: session, at: moment)
        }
    }

    /// Replaces a refresh token by a new pair. The same transaction revokes the old access token.
    func rotate(_ token: OpaqueToken) async throws -> Rotation {
        let moment = Timestamp(configuration.now())
        return try await database.write { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT session_id, spent_at IS NOT NULL AS is_spent,
                        revoked_at IS NULL AND refresh_tokens.expires_at > ? AS is_valid
                    FROM refresh_tokens JOIN sessions ON sessions.id = refresh_tokens.session_id
                    WHERE digest = ?
                    """, arguments: [moment, token.digest])
            guard let row else { return .unknown }
            let session: String = row["session_id"]
            if row["is_spent"] {
                try Self.revoke(db, session: session, at: moment)
                return .reused
            }
            guard row["is_valid"] else { return .unknown }
            try db.execute(
                sql: "UPDATE refresh_tokens SET spent_at = ? WHERE digest = ?", arguments: [moment, token.digest])
            try db.execute(sql: "DELETE FROM access_tokens WHERE session_id = ?", arguments: [session])
            try db.execute(
                sql: "UPDATE sessions SET expires_at = ? WHERE id = ?",
                arguments: [moment + configuration.refreshTokenLifetime, session])
            return .rotated(try issue(db, session: session, at: moment))
        }
    }

    /// The user of an access token; `nil` if the token is unknown, expired or revoked.
    func caller(of token: OpaqueToken) async throws -> Caller? {
        let moment = Timestamp(configuration.now())
        return try await database.read { db in
            let session = try Row.fetchOne(
                db,
                sql: """
                    SELECT sessions.id, sessions.user_id
                    FROM access_tokens JOIN sessions ON sessions.id = access_tokens.session_id
                    WHERE digest = ? AND access_tokens.expires_at > ? AND sessions.revoked_at IS NULL
                    """, arguments: [token.digest, moment])
            guard let session, let user = try User.fetchOne(db, key: session["user_id"] as String) else { return nil }
            return Caller(user: user, sessionID: session["id"])
        }
    }

    func expireAccessTokens() async throws {
        let moment = Timestamp(configuration.now())
        try await database.write { db in
            try db.execute(
                sql: "UPDATE access_tokens SET expires_at = ? WHERE expires_at > ?", arguments: [moment, moment])
        }
    }

    private func issue(_ db: Database, session: String, at moment: Timestamp) throws -> TokenPair {
        let pair = TokenPair(access: OpaqueToken(), refresh: OpaqueToken(), lifetime: configuration.accessTokenLifetime)
        try db.execute(
            sql: "INSERT INTO access_tokens (digest, session_id, expires_at) VALUES (?, ?, ?)",
            arguments: [pair.access.digest, session, moment + configuration.accessTokenLifetime])
        try db.execute(
            sql: "INSERT INTO refresh_tokens (digest, session_id, expires_at) VALUES (?, ?, ?)",
            arguments: [pair.refresh.digest, session, moment + configuration.refreshTokenLifetime])
        return pair
    }

    /// Ends a session and revokes its tokens.
    static func revoke(_ db: Database, session: String, at moment: Timestamp) throws {
        try db.execute(
            sql: "UPDATE sessions SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", arguments: [moment, session])
        try db.execute(sql: "DELETE FROM access_tokens WHERE session_id = ?", arguments: [session])
    }
}

enum Rotation: Sendable {
    case rotated(TokenPair)
    /// The token was used before. Its session is now revoked, because the server cannot distinguish the owner from a
    /// thief (RFC 9700, section 4.14.2).
    case reused
    /// The token was never issued or has expired, or its session has ended.
    case unknown
}

extension SessionStore {
    /// A session is the family of all tokens that descend from one login.
    static func createTables(_ db: Database) throws {
        try db.create(table: "sessions", options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("user_id", .text).notNull().indexed().references("users", onDelete: .cascade)
            table.column("expires_at", .integer).notNull()
            table.column("revoked_at", .integer)
        }
        try db.create(table: "access_tokens", options: .strict) { table in
            table.primaryKey("digest", .blob)
            table.column("session_id", .text).notNull().indexed().references("sessions", onDelete: .cascade)
            table.column("expires_at", .integer).notNull()
        }
        try db.create(table: "refresh_tokens", options: .strict) { table in
            table.primaryKey("digest", .blob)
            table.column("session_id", .text).notNull().indexed().references("sessions", onDelete: .cascade)
            table.column("expires_at", .integer).notNull()
            // Spent tokens stay until their session ends, because the reuse of a spent token reveals a theft.
            table.column("spent_at", .integer)
        }
    }
}
