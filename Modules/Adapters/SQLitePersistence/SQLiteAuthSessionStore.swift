import Foundation
import GRDB
public import Models
public import Persistence
public import Primitives

/// Stores the auth session in an ``SQLiteDatabase``, for platforms without a keychain.
///
/// Only the file's owner and the machine's administrator can read the tokens. Replaced and removed tokens are
/// overwritten.
public struct SQLiteAuthSessionStore: AuthSessionStore {
    private let database: SQLiteDatabase

    /// Creates a store on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func load() async throws(StoreError) -> AuthSession? {
        try await database.read { db in try Self.authSession(in: db) }
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        try await database.write { db in
            try Self.endSession(in: db)
            try db.cachedStatement(
                sql: """
                    INSERT INTO accounts (server, user_id) VALUES (?, ?)
                    ON CONFLICT (server, user_id) DO UPDATE SET ended = NULL
                    """
            ).execute(arguments: authSession.account.rowArguments)
            let statement = try db.cachedStatement(
                sql: "INSERT INTO auth_session (slot, \(AuthSession.rowColumns)) VALUES (1, ?, ?, ?, ?, ?, ?)")
            try statement.execute(arguments: authSession.rowArguments())
        }
    }

    public func reserveSpace() async throws(StoreError) {
        try await database.reserveSpace()
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement {
        await database.releaseSpace()
        return try await database.write { db in
            guard let stored = try Self.credential(of: userID, at: server, in: db) else { return .gone }
            guard stored.token == old else { return .superseded }
            let statement = try db.cachedStatement(
                sql: "UPDATE auth_session SET access_token = ?, refresh_token = ?, access_expires_at = ?")
            try statement.execute(arguments: credential.rowArguments())
            return .replaced
        }
    }

    public func clear(
        server: String, userID: UserID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        await database.releaseSpace()
        return try await database.writeWithoutTrace { db in
            guard let stored = try Self.authSession(in: db) else { return nil }
            guard stored.server == server, stored.userID == userID, access == nil || stored.credential.token == access
            else {
                return stored
            }
            try Self.endSession(in: db)
            return nil
        }
    }

    public func endedAccount(at server: String) async throws(StoreError) -> AccountID? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT user_id FROM accounts WHERE server = ? AND ended IS NOT NULL ORDER BY ended DESC LIMIT 1")
            return try String.fetchOne(statement, arguments: [server])
                .map { AccountID(server: server, userID: try UserID($0)) }
        }
    }

    public func removeAccount(_ account: AccountID) async throws(StoreError) {
        _ = try await database.writeWithoutTrace { db in
            // Also deletes the session and the copies, whose rows refer to the deleted row (ON DELETE CASCADE).
            try db.cachedStatement(sql: "DELETE FROM accounts WHERE server = ? AND user_id = ?")
                .execute(arguments: account.rowArguments)
            return ()
        }
    }

    /// Deletes the session, and marks its account as the one whose session ended last.
    private static func endSession(in db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE accounts SET ended = (SELECT ifnull(max(ended), 0) + 1 FROM accounts)
                WHERE (server, user_id) IN (SELECT server, user_id FROM auth_session)
                """
        ).execute()
        try db.cachedStatement(sql: "DELETE FROM auth_session").execute()
    }

    private static func authSession(in db: Database) throws -> AuthSession? {
        let statement = try db.cachedStatement(sql: "SELECT \(AuthSession.rowColumns) FROM auth_session")
        return try Row.fetchOne(statement).map { try AuthSession(row: $0) }
    }

    private static func credential(
        of userID: UserID, at server: String, in db: Database
    ) throws -> BearerCredential? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(AuthSession.rowColumns) FROM auth_session WHERE server = ? AND user_id = ?")
        return try Row.fetchOne(statement, arguments: [server, userID.text]).map { try AuthSession(row: $0) }?
            .credential
    }
}

extension AuthSession {
    /// The columns in the order of ``init(row:)`` and ``rowArguments()``.
    static var rowColumns: String { "server, user_id, role, access_token, refresh_token, access_expires_at" }

    init(row: Row) throws {
        self.init(
            server: try row.decode(String.self, atIndex: 0),
            userID: try UserID(row.decode(String.self, atIndex: 1)),
            role: try Role(stored: row.decode(String.self, atIndex: 2)),
            credential: BearerCredential(
                token: Secret(try row.decode(String.self, atIndex: 3)),
                refreshToken: try row.decode(String?.self, atIndex: 4).map { Secret($0) },
                expiresAt: try row.decode(Int64?.self, atIndex: 5).map { Date(microseconds: $0) }))
    }

    func rowArguments() throws -> StatementArguments {
        [server, userID.text, role.rawValue] + (try credential.rowArguments())
    }
}

extension BearerCredential {
    /// The values of `access_token, refresh_token, access_expires_at`. The tokens are not encrypted; only the owner can
    /// read the file.
    func rowArguments() throws -> StatementArguments {
        [token.reveal(), refreshToken?.reveal(), try expiresAt?.microseconds()]
    }
}
