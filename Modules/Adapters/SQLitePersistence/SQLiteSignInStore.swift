import GRDB
public import Models
public import Persistence

/// The sign-in in an ``SQLiteDatabase``, for platforms without a keychain. The file is closed to other people, and
/// tokens that were replaced or forgotten are overwritten; against the machine's administrator it protects nothing.
public struct SQLiteSignInStore: SignInStore {
    private let database: SQLiteDatabase

    /// A store over an open database, which whoever opened it closes.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func load() async throws(StoreError) -> SignIn? {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "SELECT \(SignIn.rowColumns) FROM sign_in")
            return try Row.fetchOne(statement).map { try SignIn(row: $0) }
        }
    }

    public func save(_ signIn: SignIn) async throws(StoreError) {
        try await database.write { db in
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO sign_in (slot, \(SignIn.rowColumns)) VALUES (1, ?, ?, ?, ?, ?, ?)")
            try statement.execute(arguments: signIn.rowArguments())
        }
    }

    public func replaceTokens(
        _ tokens: TokenPair, server: String, userID: User.ID
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE sign_in SET access_token = ?, refresh_token = ?, access_expires_at = ?
                    WHERE server = ? AND user_id = ?
                    """)
            try statement.execute(arguments: tokens.rowArguments() + [server, userID.text])
            return db.changesCount == 1
        }
    }

    public func clear() async throws(StoreError) {
        try await database.writeWithoutTrace { db in
            try db.cachedStatement(sql: "DELETE FROM sign_in").execute()
        }
    }
}
