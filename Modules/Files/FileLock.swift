/// An exclusive lock on a file by `flock(2)`, for all processes of a machine and within one process. It ends with this
/// value, and the kernel releases it if the process dies.
///
/// The file stays empty and is never deleted, because a lock on a deleted file excludes nobody.
package struct FileLock: ~Copyable, Sendable {
    private let file: PosixFile

    /// Creates the file if it is missing, in an existing folder. Throws ``FileError/Kind/locked`` if another lock is
    /// held on it.
    package init(_ path: String) throws(FileError) {
        file = try .locked(path)
    }

    deinit {
        file.unlock()
    }
}
