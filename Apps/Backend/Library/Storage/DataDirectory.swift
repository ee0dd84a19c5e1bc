import Foundation

/// The folder of the database, closed to other users of the machine because it contains token digests and password
/// hashes: the folder's mode is 0700 and the database's 0600.
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
