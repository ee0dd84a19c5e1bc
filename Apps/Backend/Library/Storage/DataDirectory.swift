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
            throw .dataDirectoryUnusable(url, reason: Self.reason(error))
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
            throw .dataDirectoryUnusable(url, reason: "the database file cannot be created")
        }
        do {
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: database.path)
        } catch {
            throw .dataDirectoryUnusable(url, reason: Self.reason(error))
        }
    }

    /// Foundation's own texts are whole sentences that say less.
    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileWriteFileExists: "there is a file of that name"
        case .fileNoSuchFile, .fileReadNoSuchFile: "it cannot be created there"
        case .fileWriteNoPermission, .fileReadNoPermission: "permission denied"
        case .fileWriteVolumeReadOnly: "the volume is read-only"
        case .fileWriteOutOfSpace: "no space is left"
        default: error.localizedDescription
        }
    }
}
