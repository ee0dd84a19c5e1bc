import Foundation
import GRDB

extension DataDirectory {
    /// Opens the database, checks its integrity and migrates it.
    func openDatabase() throws(BackendError) -> DatabasePool {
        try prepare()
        do {
            var configuration = Configuration()
            configuration.label = BackendName.command
            // A second process on the same folder waits instead of failing.
            configuration.busyMode = .timeout(5)
            let pool = try DatabasePool(path: database.path, configuration: configuration)
            try check(pool)
            return pool
        } catch let error as BackendError {
            throw error
        } catch let error as DatabaseError {
            throw Self.meaning(of: error, folder: url, file: database)
        } catch {
            throw .dataDirectoryUnusable(url, reason: StorageFault(error).reason)
        }
    }

    private func check(_ pool: DatabasePool) throws {
        let findings = try pool.read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
        if findings != ["ok"] {
            throw BackendError.databaseCorrupt(
                database, reason: findings.first ?? "the integrity check returned nothing")
        }
        let migrator = Schema.migrator
        if try pool.read(migrator.hasBeenSuperseded) {
            throw BackendError.databaseTooNew(database)
        }
        try migrator.migrate(pool)
    }

    private static func meaning(of error: DatabaseError, folder: URL, file: URL) -> BackendError {
        let reason = error.message ?? error.resultCode.description
        return switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .databaseCorrupt(file, reason: reason)
        default: .dataDirectoryUnusable(folder, reason: reason)
        }
    }
}
