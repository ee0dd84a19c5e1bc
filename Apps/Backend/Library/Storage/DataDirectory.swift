import Foundation

/// The folder that holds everything this server remembers, closed to other users of the machine: the folder is 0700
/// and the database 0600, since both tokens' digests and passwords' hashes are in there.
struct DataDirectory: Sendable {
    let url: URL

    /// The database file within.
    var database: URL { url.appending(path: "backend.sqlite", directoryHint: .notDirectory) }

    /// Creates what is missing and tightens what is too open.
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
        // SQLite would create the file by the umask. Its journal files take over the mode of the database, so closing this
        // one closes all three. A file that another process has just made is left as it is, not emptied.
        do {
            try Data().write(to: database, options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            // What was to be is there.
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
