import Foundation
import GRDB
import Testing

@testable import Backend

struct StorageTests {
    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    private func error(opening folder: URL) -> BackendError? {
        do throws(BackendError) {
            _ = try DataDirectory(url: folder).openDatabase()
            return nil
        } catch {
            return error
        }
    }

    @Test("folder and files are accessible only to their owner, also if their modes were open before")
    func modes() async throws {
        try await withTemporaryFolder { folder in
            let data = DataDirectory(url: folder.appending(path: "new/deep"))
            for _ in 1...2 {
                let database = try data.openDatabase()
                #expect(try mode(data.url) == 0o700)
                for file in try FileManager.default.contentsOfDirectory(at: data.url, includingPropertiesForKeys: nil) {
                    #expect(try mode(file) == 0o600, "\(file.lastPathComponent)")
                }
                try database.close()
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data.url.path)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: data.database.path)
            }
        }
    }

    @Test("a file that is not a database is reported as damaged and not changed")
    func noDatabase() async throws {
        try await withTemporaryFolder { folder in
            let file = DataDirectory(url: folder).database
            let text = Data(String(repeating: "not a database\n", count: 100).utf8)
            try text.write(to: file)
            guard case .databaseCorrupt(file, _) = error(opening: folder) else {
                Issue.record("opened, or refused for another reason")
                return
            }
            #expect(try Data(contentsOf: file) == text)
        }
    }

    @Test("a database with a broken page is reported as damaged")
    func brokenPage() async throws {
        try await withTemporaryFolder { folder in
            let data = DataDirectory(url: folder)
            let database = try data.openDatabase()
            try await Self.seed(database)
            try await database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try database.close()
            var bytes = try Data(contentsOf: data.database)
            // The last page, which opening the database does not read.
            bytes.replaceSubrange((bytes.count - 4096)..., with: Data(repeating: 0xA5, count: 4096))
            try bytes.write(to: data.database)
            guard case .databaseCorrupt = error(opening: folder) else {
                Issue.record("opened, or refused for another reason")
                return
            }
        }
    }

    @Test("a database of a newer version is refused")
    func newer() async throws {
        try await withTemporaryFolder { folder in
            let data = DataDirectory(url: folder)
            let database = try data.openDatabase()
            try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('the future')") }
            try database.close()
            #expect(error(opening: folder) == .databaseTooNew(data.database))
        }
    }

    /// Creates a database as it was before guests' idempotency keys, with one user and response.
    private func oldDatabase(in folder: URL) throws -> DatabaseQueue {
        let data = DataDirectory(url: folder)
        try data.prepare()
        let database = try DatabaseQueue(path: data.database.path)
        try Schema.migrator.migrate(database, upTo: "answers")
        try database.write { db in
            try SeedUsers.all[0].insert(db)
            try db.execute(sql: "INSERT INTO answers VALUES ('u-ada', 'k', x'01', 201, '{}', x'02', 1)")
        }
        return database
    }

    @Test("an old database is migrated with its data")
    func migration() async throws {
        try await withTemporaryFolder { folder in
            try oldDatabase(in: folder).close()
            let database = try DataDirectory(url: folder).openDatabase()
            let (users, responses) = try await database.read { db in
                (try UserRecord.fetchCount(db), try Table("stored_responses").fetchCount(db))
            }
            #expect(users == 1 && responses == 1)
            try database.close()
        }
    }

    @Test("a migration that fails leaves the old data readable")
    func failedMigration() async throws {
        try await withTemporaryFolder { folder in
            let old = try oldDatabase(in: folder)
            try await old.write { db in try db.execute(sql: "CREATE TABLE stored_responses (mine TEXT)") }
            guard case .dataDirectoryUnusable? = error(opening: folder) else {
                Issue.record("opened, or refused for another reason")
                return
            }
            let (name, keys) = try await old.read { db in
                (try UserRecord.find(id: "u-ada", db)?.name, try Table("answers").fetchCount(db))
            }
            #expect(name == "Ada Lovelace" && keys == 1)
            try old.close()
        }
    }

    @Test("a data folder that is a file, or below one, is unusable")
    func noFolder() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            for place in [file, file.appending(path: "below")] {
                guard case .dataDirectoryUnusable(place, let reason) = error(opening: place) else {
                    Issue.record("opened, or refused for another reason")
                    return
                }
                #expect(!reason.isEmpty)
            }
        }
    }

    @Test("demo data is inserted once, and later changes and deletions survive")
    func seeds() async throws {
        try await withTemporaryFolder { folder in
            let database = try DataDirectory(url: folder).openDatabase()
            try await Self.seed(database)
            #expect(try await database.read { try UserRecord.fetchCount($0) } == SeedUsers.all.count)
            try await database.write { db in
                try db.execute(sql: "UPDATE users SET name = 'Countess' WHERE id = 'u-ada'")
                _ = try UserRecord.deleteOne(db, key: "u-alan")
            }
            try await Self.seed(database)
            let (count, name) = try await database.read {
                (try UserRecord.fetchCount($0), try UserRecord.find(id: "u-ada", $0)?.name)
            }
            #expect(count == SeedUsers.all.count - 1)
            #expect(name == "Countess")
            try database.close()
        }
    }

    @Test("only the demo accounts can log in, with their passwords and roles")
    func demoAccounts() async throws {
        try await withTemporaryFolder { folder in
            let database = try DataDirectory(url: folder).openDatabase()
            try await Self.seed(database)
            let users = try await database.read {
                try UserRecord.fetchAll($0, sql: UserRecord.selection + " ORDER BY created_at")
            }
            #expect(users.filter { $0.passwordHash != nil }.map(\.email) == DemoAccounts.all.map(\.email))
            for (user, account) in zip(users, DemoAccounts.all) {
                #expect(user.role.rawValue == account.role)
                let hash = try #require(user.passwordHash.flatMap(PasswordHash.init(text:)))
                #expect(try hash.matches(account.password))
            }
            try database.close()
        }
    }

    @Test("the files contain no token and no password")
    func noSecretsAtRest() async throws {
        try await withTemporaryFolder { folder in
            let database = try DataDirectory(url: folder).openDatabase()
            try await Self.seed(database)
            let sessions = SessionStore(
                database: database, accessTokenLifetime: .seconds(9), refreshTokenLifetime: .seconds(99), now: Date.init
            )
            let pair = try #require(try await sessions.start(userID: "u-ada"))
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                let bytes = try Data(contentsOf: file)
                for secret in [pair.access.text, pair.refresh.text, DemoAccounts.ada.password] {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
                }
            }
            try database.close()
        }
    }

    private static func seed(_ database: DatabasePool) async throws {
        let cost = PasswordCost(rounds: 2, blockSize: 1, parallelism: 1)
        try await PasswordHasher.withHasher(cost: cost, limits: BackendLimits()) { hasher in
            try await Seeds(database: database, passwords: hasher).insert()
        }
    }
}
