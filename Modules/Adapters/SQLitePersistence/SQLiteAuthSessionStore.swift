import GRDB
public import Models
public import Persistence
public import Primitives

/// The sign-in in an ``SQLiteDatabase``, for platforms without a keychain. The file is closed to other people, and
/// tokens that were replaced or forgotten are overwritten; against the machine's administrator it protects nothing.
public struct SQLiteAuthSessionStore: AuthSessionStore {
    private let database: SQLiteDatabase

    /// A store over an open database, which whoever opened it closes.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func load() async throws(StoreError) -> AuthSession? {
        try await database.read { db in try Self.logIn(in: db) }
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        try await database.write { db in
            // Deletes the copies of users too: they refer to this row.
            try db.cachedStatement(sql: "DELETE FROM sign_in").execute()
            let statement = try db.cachedStatement(
                sql: "INSERT INTO sign_in (slot, \(AuthSession.rowColumns)) VALUES (1, ?, ?, ?, ?, ?, ?)")
            try statement.execute(arguments: authSession.rowArguments())
        }
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        try await database.write { db in
            guard let stored = try Self.credential(of: userID, at: server, in: db) else { return .gone }
            guard stored.token == old else { return .superseded }
            let statement = try db.cachedStatement(
                sql: "UPDATE sign_in SET access_token = ?, refresh_token = ?, access_expires_at = ?")
            try statement.execute(arguments: credential.rowArguments())
            return .replaced
        }
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        try await database.writeWithoutTrace { db in
            guard let stored = try Self.logIn(in: db) else { return nil }
            guard stored.server == server, stored.userID == userID, access == nil || stored.credential.token == access
            else {
                return stored
            }
            try db.cachedStatement(sql: "DELETE FROM sign_in").execute()
            return nil
        }
    }

    private static func logIn(in db: Database) throws -> AuthSession? {
        let statement = try db.cachedStatement(sql: "SELECT \(AuthSession.rowColumns) FROM sign_in")
        return try Row.fetchOne(statement).map { try AuthSession(row: $0) }
    }

    private static func credential(
        of userID: User.ID, at server: String, in db: Database
    ) throws -> BearerCredential? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(AuthSession.rowColumns) FROM sign_in WHERE server = ? AND user_id = ?")
        return try Row.fetchOne(statement, arguments: [server, userID.text]).map { try AuthSession(row: $0) }?
            .credential
    }
}
