import Foundation
import GRDB

/// The folder of the database, closed to other users of the machine because it contains personal data and token
/// digests: the folder's mode is 0700 and the database's 0600.
struct DataDirectory: Sendable {
    let url: URL

    /// The database file.
    var database: URL { url.appending(path: "backend.sqlite", directoryHint: .notDirectory) }

    /// Creates the folder and the file if they are missing, and sets their modes.
    func prepare() throws(BackendError) {
        let files = FileManager.default
        do {
            try files.createDirectory(at: url, withIntermediateDirectories: true)
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
        } catch {
            throw .dataDirectoryUnusable(url, reason: StorageFault(error).reason)
        }
        guard files.isWritableFile(atPath: url.path) else {
            throw .dataDirectoryUnusable(url, reason: "it is not writable")
        }
        // SQLite would create the file with the umask's mode. Its journal files take the mode of the database. A file
        // that another process has just created is not overwritten.
        do {
            try Data().write(to: database, options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            // The file exists already.
        } catch {
            throw .dataDirectoryUnusable(
                url, reason: "the database file cannot be created: \(StorageFault(error).reason)")
        }
        do {
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: database.path)
        } catch {
            throw .dataDirectoryUnusable(url, reason: StorageFault(error).reason)
        }
    }
}

extension DataDirectory {
    /// Opens the database, checks its integrity and migrates it.
    func openDatabase(_ migrator: DatabaseMigrator) throws(BackendError) -> DatabasePool {
        try prepare()
        do {
            var configuration = Configuration()
            configuration.label = BackendName.command
            // A second process on the same folder waits instead of failing.
            configuration.busyMode = .timeout(5)
            let pool = try DatabasePool(path: database.path, configuration: configuration)
            try check(pool, migrator)
            return pool
        } catch let error as BackendError {
            throw error
        } catch let error as DatabaseError {
            throw Self.meaning(of: error, folder: url, file: database)
        } catch {
            throw .dataDirectoryUnusable(url, reason: StorageFault(error).reason)
        }
    }

    private func check(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
        let findings = try pool.read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
        if findings != ["ok"] {
            throw BackendError.databaseCorrupt(
                database, reason: findings.first ?? "the integrity check returned nothing")
        }
        if try pool.read(migrator.hasBeenSuperseded) { throw BackendError.databaseOfAnotherVersion(database) }
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

/// The reason for a file system error in a few words. Foundation's own descriptions are long, and say less.
struct StorageFault {
    let reason: String

    init(_ error: any Error) {
        switch (error as? CocoaError)?.code {
        case .fileWriteFileExists: reason = "there is a file of that name"
        case .fileNoSuchFile, .fileReadNoSuchFile: reason = "it cannot be created there"
        case .fileWriteNoPermission, .fileReadNoPermission: reason = "permission denied"
        case .fileWriteVolumeReadOnly: reason = "the volume is read-only"
        case .fileWriteOutOfSpace: reason = "no space is left"
        default: reason = Self.systemReason(error) ?? "the system gave no reason"
        }
    }

    /// The message of the system call's error, which Foundation wraps in its own.
    private static func systemReason(_ error: any Error) -> String? {
        if let posix = error as? POSIXError { return String(cString: strerror(posix.code.rawValue)).lowercased() }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))).lowercased() }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(systemReason)
    }
}
