import Foundation
import GRDB

/// The folder of the database, closed to other users of the machine because it contains personal data and token
/// digests: the folder's mode is 0700 and the database's 0600.
struct DataDirectory: Sendable {
    let url: URL

    var database: URL { url.appending(path: "backend.sqlite", directoryHint: .notDirectory) }

    /// Opens the database, checks its integrity and migrates it.
    func openDatabase(_ migrator: DatabaseMigrator) throws(BackendError) -> DatabasePool {
        do {
            try prepare()
            var configuration = Configuration()
            configuration.label = BackendName.command
            // A second process on the same folder waits instead of failing.
            configuration.busyMode = .timeout(5)
            let pool = try DatabasePool(path: database.path, configuration: configuration)
            let findings = try pool.read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
            if findings != ["ok"] { throw BackendError.databaseCorrupt(database, reason: findings.first ?? "unknown") }
            if try pool.read(migrator.hasBeenSuperseded) { throw BackendError.databaseOfAnotherVersion(database) }
            try migrator.migrate(pool)
            // GRDB chooses NORMAL, with which a power failure may undo what a response has confirmed.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        } catch let error as BackendError {
            throw error
        } catch let error as DatabaseError {
            let reason = error.message ?? error.resultCode.description
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: throw .databaseCorrupt(database, reason: reason)
            default: throw .dataDirectoryUnusable(url, reason: reason)
            }
        } catch CocoaError.fileWriteFileExists {
            throw .dataDirectoryUnusable(url, reason: "there is a file of that name")
        } catch {
            throw .dataDirectoryUnusable(url, reason: Self.reason(error))
        }
    }

    private func prepare() throws {
        let files = FileManager.default
        try files.createDirectory(at: url, withIntermediateDirectories: true)
        try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        // SQLite would create the file with the umask's mode. Its journal files take the mode of the database.
        do {
            try Data().write(to: database, options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            // Also if another process has just created it.
        }
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: database.path)
    }

    /// The message of the system call's error, which Foundation wraps in its own, longer and less precise ones.
    private static func reason(_ error: any Error) -> String {
        if let error = error as? POSIXError { return String(cString: strerror(error.code.rawValue)).lowercased() }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        return underlying.map(reason) ?? "the system gave no reason"
    }
}
