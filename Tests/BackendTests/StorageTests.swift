import Foundation
import GRDB
import Testing

@testable import Backend

struct StorageTests {
    private func open(_ folder: URL) throws(BackendError) -> DatabasePool {
        var migrator = DatabaseMigrator()
        for resource in Resources.all { resource.migrate(&migrator) }
        return try DataDirectory(url: folder).openDatabase(migrator)
    }

    /// The description of the error that a folder's database has, without its reason.
    private func expectError(_ error: (String) -> BackendError, opening folder: URL) throws {
        let found = #expect(throws: BackendError.self) { _ = try open(folder) }
        switch found {
        case .dataDirectoryUnusable(_, let reason), .databaseCorrupt(_, let reason):
            #expect(found == error(reason) && !reason.isEmpty)
        default: #expect(found == error(""))
        }
    }

    private func seed(_ database: DatabasePool) async throws {
        try await database.write { db in
            for resource in Resources.all { try resource.seed(db) }
        }
    }

    @Test("folder and files are accessible only to their owner, also if their modes were open before")
    func modes() async throws {
        try await withTemporaryFolder { folder in
            let (data, files) = (DataDirectory(url: folder.appending(path: "new/deep")), FileManager.default)
            func mode(_ url: URL) throws -> Int? {
                try files.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
            }
            for _ in 1...2 {
                let database = try open(data.url)
                #expect(try mode(data.url) == 0o700)
                for file in try files.contentsOfDirectory(at: data.url, includingPropertiesForKeys: nil) {
                    #expect(try mode(file) == 0o600, "\(file.lastPathComponent)")
                }
                try database.close()
                try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: data.url.path)
                try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: data.database.path)
            }
        }
    }

    @Test("a database that is no database, has a broken page or is of another version is refused and not changed")
    func unusableDatabases() async throws {
        try await withTemporaryFolder { folder in
            let file = DataDirectory(url: folder).database
            let text = Data(String(repeating: "not a database\n", count: 100).utf8)
            try text.write(to: file)
            try expectError({ .databaseCorrupt(file, reason: $0) }, opening: folder)
            #expect(try Data(contentsOf: file) == text)

            try FileManager.default.removeItem(at: file)
            let database = try open(folder)
            try await seed(database)
            try await database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try database.close()
            let whole = try Data(contentsOf: file)
            // The last page, which opening the database does not read.
            try (whole.dropLast(4096) + Data(repeating: 0xA5, count: 4096)).write(to: file)
            try expectError({ .databaseCorrupt(file, reason: $0) }, opening: folder)

            try whole.write(to: file)
            let newer = try open(folder)
            try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('the future')") }
            try newer.close()
            try expectError({ _ in .databaseOfAnotherVersion(file) }, opening: folder)
        }
    }

    @Test("demo data is inserted once, and later changes and deletions survive")
    func seeds() async throws {
        try await withTemporaryFolder { folder in
            let database = try open(folder)
            try await seed(database)
            #expect(try await database.read { try User.fetchCount($0) } == SeedUsers.all.count)
            try await database.write { db in
                try db.execute(sql: "UPDATE users SET name = 'Countess' WHERE id = 'u-ada'")
                _ = try User.deleteOne(db, key: "u-alan")
            }
            try await seed(database)
            #expect(try await database.read { try User.fetchCount($0) } == SeedUsers.all.count - 1)
            #expect(try await database.read { try User.fetchOne($0, key: "u-ada")?.name } == "Countess")
        }
    }

    @Test("the files contain no token and no password")
    func noSecretsAtRest() async throws {
        try await withTemporaryFolder { folder in
            try await TestBackend.run(in: folder) { backend in
                let tokens = try await backend.logIn(DemoAccount.ada)
                for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                    let bytes = try Data(contentsOf: file)
                    for secret in [tokens.accessToken, tokens.refreshToken, DemoAccount.ada.password] {
                        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
                    }
                }
            }
        }
    }
}
