import GRDB
public import Models
public import Persistence
public import Primitives

/// The sign-in in an ``SQLiteDatabase``, for platforms without a keychain. The file is closed to other people, and
/// tokens that were replaced or forgotten are overwritten; against the machine's administrator it protects nothing.
public struct SQLiteSignInStore: SignInStore {
    private let database: SQLiteDatabase

    /// A store over an open database, which whoever opened it closes.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func load() async throws(StoreError) -> SignIn? {
        try await database.read { db in try Self.signIn(in: db) }
    }

    public func save(_ signIn: SignIn) async throws(StoreError) {
        try await database.write { db in
            // Deletes the copies of users too: they refer to this row.
            try db.cachedStatement(sql: "DELETE FROM sign_in").execute()
            let statement = try db.cachedStatement(
                sql: "INSERT INTO sign_in (slot, \(SignIn.rowColumns)) VALUES (1, ?, ?, ?, ?, ?, ?)")
            try statement.execute(arguments: signIn.rowArguments())
        }
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        try await database.write { db in
            guard let kept = try Self.credential(of: userID, at: server, in: db) else { return .gone }
            guard kept.token == old else { return .superseded }
            let statement = try db.cachedStatement(
                sql: "UPDATE sign_in SET access_token = ?, refresh_token = ?, access_expires_at = ?")
            try statement.execute(arguments: credential.rowArguments())
            return .replaced
        }
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> SignIn? {
        try await database.writeWithoutTrace { db in
            guard let kept = try Self.signIn(in: db) else { return nil }
            guard kept.server == server, kept.userID == userID, access == nil || kept.credential.token == access else {
                return kept
            }
            try db.cachedStatement(sql: "DELETE FROM sign_in").execute()
            return nil
        }
    }

    private static func signIn(in db: Database) throws -> SignIn? {
        let statement = try db.cachedStatement(sql: "SELECT \(SignIn.rowColumns) FROM sign_in")
        return try Row.fetchOne(statement).map { try SignIn(row: $0) }
    }

    private static func credential(
        of userID: User.ID, at server: String, in db: Database
    ) throws -> BearerCredential? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(SignIn.rowColumns) FROM sign_in WHERE server = ? AND user_id = ?")
        return try Row.fetchOne(statement, arguments: [server, userID.text]).map { try SignIn(row: $0) }?.credential
    }
}
