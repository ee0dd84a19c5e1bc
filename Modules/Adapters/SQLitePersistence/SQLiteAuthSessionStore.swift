public import Foundation
import GRDB
public import Models
public import Persistence
public import Primitives

/// Stores the auth session in an ``SQLiteDatabase``, for platforms without a keychain.
///
/// Only the file's owner and the machine's administrator can read the tokens. In the database, replaced and removed
/// tokens are overwritten.
public struct SQLiteAuthSessionStore: AuthSessionStore {
    private let database: SQLiteDatabase

    /// Creates a store on an open database. The caller closes the database.
    public init(_ database: SQLiteDatabase) {
        self.database = database
    }

    public func load() async throws(StoreError) -> AuthSession? {
        try await database.read { db in try authSession(in: db) }
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
                sql: "INSERT INTO auth_session (slot, \(AuthSession.rowColumns)) VALUES (1, ?, ?, ?, ?, ?, ?, ?)")
            try statement.execute(arguments: authSession.rowArguments())
        }
        await forgetOtherAnswer()
    }

    public func reserveSpace() async throws(StoreError) {
        try await storeKeptAnswer()
        try await database.reserveSpace()
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement {
        if Task.isCancelled { throw .cancelled }
        try await storeKeptAnswer()
        let answer = RefreshAnswer(server: server, userID: userID, old: old, credential: credential)
        do throws(StoreError) {
            // The answer goes into the reserved space first: as soon as that space is free for the transaction, another
            // process may take it.
            try await database.keepAnswer(answer.encoded())
        } catch {
            // Nothing was reserved. The transaction may find space even so.
            return try await store(answer)
        }
        do throws(StoreError) {
            return try await store(answer)
        } catch {
            // The database gets the answer before the next refresh.
            guard try await load()?.credential.token == credential.token else { throw error }
            return .replaced
        }
    }

    private func storeKeptAnswer() async throws(StoreError) {
        if let answer = try keptAnswer() { _ = try await store(answer) }
    }

    /// Deletes the saved response of a refresh unless its tokens are the stored ones. The response can be out of date,
    /// because another process may have logged in or refreshed meanwhile.
    private func forgetOtherAnswer() async {
        do throws(StoreError) {
            let answer = try keptAnswer()
            let stored = try await database.read { db in try authSession(in: db) }
            if let answer, let stored, answer.concerns(stored), answer.credential.token == stored.credential.token {
                return
            }
        } catch {
            // The stored session can't be read. The answer has an effect only on the session that it was kept for.
            return
        }
        await database.forgetAnswer()
    }

    private func store(_ answer: RefreshAnswer) async throws(StoreError) -> TokenReplacement {
        let replacement = try await database.write { db throws -> TokenReplacement in
            guard let stored = try Self.storedSession(in: db), answer.concerns(stored) else { return .gone }
            guard stored.credential.token == answer.old else {
                // Another process may have found the kept answer and stored it.
                return stored.credential.token == answer.credential.token ? .replaced : .superseded
            }
            let statement = try db.cachedStatement(
                sql: "UPDATE auth_session SET access_token = ?, refresh_token = ?, access_expires_at = ?")
            try statement.execute(arguments: answer.credential.rowArguments())
            return .replaced
        }
        await database.forgetAnswer()
        return replacement
    }

    public func clear(
        server: String, userID: UserID, ifStill access: Secret<String>
    ) async throws(StoreError) -> AuthSession? {
        await database.releaseSpace()
        let left = try await database.writeWithoutTrace { db -> AuthSession? in
            guard let stored = try authSession(in: db) else { return nil }
            guard stored.server == server, stored.userID == userID, stored.credential.token == access
            else { return stored }
            try Self.endSession(in: db)
            return nil
        }
        if left == nil { await forgetOtherAnswer() }
        return left
    }

    public func end(_ session: AuthSession.ID) async throws(StoreError) {
        await database.releaseSpace()
        let isEnded = try await database.writeWithoutTrace { db in
            guard try Self.storedSession(in: db)?.id == session else { return false }
            try Self.endSession(in: db)
            return true
        }
        if isEnded == true { await forgetOtherAnswer() }
    }

    public func endedAccount(at server: String) async throws(StoreError) -> AccountID? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT user_id FROM accounts WHERE server = ? AND ended IS NOT NULL ORDER BY ended DESC LIMIT 1")
            return try String.fetchOne(statement, arguments: [server])
                .map { AccountID(server: server, userID: try UserID($0)) }
        }
    }

    public func removeAccount(_ account: AccountID) async throws(StoreError) -> Bool {
        let isRemoved = try await database.writeWithoutTrace { db in
            // A trigger deletes the account's outbox.
            try db.cachedStatement(
                sql: """
                    DELETE FROM accounts WHERE server = ? AND user_id = ?
                    AND (server, user_id) NOT IN (SELECT server, user_id FROM auth_session)
                    """
            ).execute(arguments: account.rowArguments)
            return db.changesCount > 0
        }
        // The last step of every logout, which is repeated if an earlier one has failed.
        await forgetOtherAnswer()
        if isRemoved == true { await database.eraseSetAsideTokens() }
        return isRemoved == true
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

    private static func storedSession(in db: Database) throws -> AuthSession? {
        let statement = try db.cachedStatement(sql: "SELECT \(AuthSession.rowColumns) FROM auth_session")
        return try Row.fetchOne(statement).map { try AuthSession(row: $0) }
    }

    /// The stored session, with the tokens of an answer that is kept until there is space for it.
    private func authSession(in db: Database) throws -> AuthSession? {
        guard let stored = try Self.storedSession(in: db) else { return nil }
        guard let answer = try keptAnswer(), answer.concerns(stored), answer.old == stored.credential.token else {
            return stored
        }
        return AuthSession(
            id: stored.id, server: stored.server, userID: stored.userID, role: stored.role,
            credential: answer.credential)
    }

    private func keptAnswer() throws(StoreError) -> RefreshAnswer? {
        try database.keptAnswer().flatMap { try? RefreshAnswer(decoding: $0) }
    }
}

/// A server's answer to a refresh, as the file beside the database keeps it until the database has it.
private struct RefreshAnswer: Sendable {
    let server: String
    let userID: UserID
    let old: Secret<String>
    let credential: BearerCredential

    private struct Content: Codable {
        let server: String
        let userID: String
        let old: String
        let token: String
        let refreshToken: String?
        let expiresAt: Int64?
    }

    init(server: String, userID: UserID, old: Secret<String>, credential: BearerCredential) {
        self.server = server
        self.userID = userID
        self.old = old
        self.credential = credential
    }

    init(decoding data: Data) throws {
        let content = try JSONDecoder().decode(Content.self, from: data)
        server = content.server
        userID = try UserID(content.userID)
        old = Secret(content.old)
        credential = BearerCredential(
            token: Secret(content.token), refreshToken: content.refreshToken.map { Secret($0) },
            expiresAt: content.expiresAt.map { Date(microseconds: $0) })
    }

    func encoded() throws(StoreError) -> Data {
        let content = Content(
            server: server, userID: userID.text, old: old.reveal(), token: credential.token.reveal(),
            refreshToken: credential.refreshToken?.reveal(), expiresAt: try credential.expiresAt?.microseconds())
        do { return try JSONEncoder().encode(content) } catch {
            throw .failed(reason: "A refreshed credential can't be encoded.")
        }
    }

    func concerns(_ authSession: AuthSession) -> Bool {
        authSession.server == server && authSession.userID == userID
    }
}

extension AuthSession {
    /// The columns in the order of ``init(row:)`` and ``rowArguments()``.
    static var rowColumns: String { "id, server, user_id, role, access_token, refresh_token, access_expires_at" }

    init(row: Row) throws {
        self.init(
            id: try UUID(stored: row.decode(String.self, atIndex: 0)),
            server: try row.decode(String.self, atIndex: 1),
            userID: try UserID(row.decode(String.self, atIndex: 2)),
            role: try Role(stored: row.decode(String.self, atIndex: 3)),
            credential: BearerCredential(
                token: Secret(try row.decode(String.self, atIndex: 4)),
                refreshToken: try row.decode(String?.self, atIndex: 5).map { Secret($0) },
                expiresAt: try row.decode(Int64?.self, atIndex: 6).map { Date(microseconds: $0) }))
    }

    func rowArguments() throws -> StatementArguments {
        [id.uuidString, server, userID.text, role.rawValue] + (try credential.rowArguments())
    }
}

extension BearerCredential {
    /// The values of `access_token, refresh_token, access_expires_at`. The tokens are not encrypted; only the owner can
    /// read the file.
    func rowArguments() throws -> StatementArguments {
        [token.reveal(), refreshToken?.reveal(), try expiresAt?.microseconds()]
    }
}
