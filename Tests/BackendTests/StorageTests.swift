import Foundation
import GRDB
import Testing

@testable import Backend

struct StorageTests {
    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    private static func open(_ folder: URL) throws(BackendError) -> DatabasePool {
        var migrator = DatabaseMigrator()
        for resource in Resources.all { resource.migrate(&migrator) }
        return try DataDirectory(url: folder).openDatabase(migrator)
    }

    private func error(opening folder: URL) -> BackendError? {
        do throws(BackendError) {
            _ = try Self.open(folder)
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
                let database = try Self.open(data.url)
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
            let database = try Self.open(data.url)
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

    @Test("a database of another version is refused")
    func newer() async throws {
        try await withTemporaryFolder { folder in
            let data = DataDirectory(url: folder)
            let database = try Self.open(data.url)
            try await database.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('the future')") }
            try database.close()
            #expect(error(opening: folder) == .databaseOfAnotherVersion(data.database))
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
            let database = try Self.open(folder)
            try await Self.seed(database)
            #expect(try await database.read { try User.fetchCount($0) } == SeedUsers.all.count)
            try await database.write { db in
                try db.execute(sql: "UPDATE users SET name = 'Countess' WHERE id = 'u-ada'")
                _ = try User.deleteOne(db, key: "u-alan")
            }
            try await Self.seed(database)
            let (count, name) = try await database.read {
                (try User.fetchCount($0), try User.fetchOne($0, key: "u-ada")?.name)
            }
            #expect(count == SeedUsers.all.count - 1)
            #expect(name == "Countess")
            try database.close()
        }
    }

    @Test("the files contain no token and no password")
    func noSecretsAtRest() async throws {
        try await withTemporaryFolder { folder in
            let database = try Self.open(folder)
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
        try await database.write { db in
            for resource in Resources.all { try resource.seed(db) }
        }
    }
}

struct StorageFaultTests {
    private static func cocoa(_ code: Int, because underlying: (any Error)? = nil) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code, userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:])
    }

    @Test("Foundation's error codes have short descriptions")
    func codes() {
        for (code, reason) in [
            (CocoaError.Code.fileWriteNoPermission, "permission denied"),
            (.fileWriteVolumeReadOnly, "the volume is read-only"), (.fileWriteOutOfSpace, "no space is left"),
        ] {
            #expect(StorageFault(CocoaError(code)).reason == reason)
        }
    }

    @Test("other errors are described by their underlying system error, at any depth")
    func systemCodes() {
        #expect(StorageFault(POSIXError(.ENOTDIR)).reason == "not a directory")
        let inner = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOTDIR))
        #expect(StorageFault(inner).reason == "not a directory")
        #expect(StorageFault(Self.cocoa(512, because: inner)).reason == "not a directory")
        #expect(StorageFault(Self.cocoa(512, because: Self.cocoa(512, because: inner))).reason == "not a directory")
    }
}
