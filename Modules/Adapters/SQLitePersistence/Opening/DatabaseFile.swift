import Foundation
import Persistence

/// Creates the database file before SQLite opens it, so that only its owner can ever read it.
///
/// SQLite itself would apply only the process's umask. The `-wal` and `-shm` files get the mode of the database file.
struct DatabaseFile {
    let url: URL

    /// Creates the folder and an empty file if they are missing. Makes an existing file accessible to its owner only.
    func create() throws(StoreError) {
        try createFolder(url.deletingLastPathComponent())
        // O_EXCL, because a file that exists must not be opened here: closing any descriptor of it would drop the locks
        // that SQLite holds on it elsewhere in this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        if descriptor >= 0 {
            _ = close(descriptor)
            syncFolder()
        } else if errno == EEXIST {
            try restrictToOwner()
        } else {
            throw Self.error(errno, path: url.path)
        }
    }

    /// The file that occupies the reserved space.
    private var reserve: String { url.path + "-reserve" }

    /// A transaction that changes one row writes each changed page to the log, a few of 4 KiB.
    private static var reservedBytes: Int { 128 * 1024 }

    func reserveSpace() throws(StoreError) {
        var status = stat()
        // After a refresh that failed, the space is still reserved.
        if stat(reserve, &status) == 0, status.st_size == Self.reservedBytes { return }
        let descriptor = open(reserve, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw Self.error(errno, path: url.path) }
        let isReserved = Self.fill(descriptor) && fsync(descriptor) == 0
        let code = errno
        _ = close(descriptor)
        guard isReserved else {
            releaseSpace()
            throw Self.error(code, path: url.path)
        }
    }

    func releaseSpace() {
        unlink(reserve)
    }

    /// Writes bytes that a file system with compression can't store in less space.
    private static func fill(_ descriptor: Int32) -> Bool {
        var state: UInt64 = 1
        let words = (0..<reservedBytes / 8).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        return words.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = write(descriptor, rest.baseAddress, rest.count)
                guard count > 0 || (count < 0 && errno == EINTR) else { return false }
                written += max(count, 0)
            }
            return true
        }
    }

    private func createFolder(_ folder: URL) throws(StoreError) {
        if mkdir(folder.path, 0o700) == 0 { return }
        let code = errno
        let parent = folder.deletingLastPathComponent()
        // If it is a file instead of a folder, creating the database in it fails.
        if code == EEXIST { return }
        guard code == ENOENT, parent.path != folder.path else { throw Self.error(code, path: folder.path) }
        try createFolder(parent)
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw Self.error(errno, path: folder.path) }
    }

    private func restrictToOwner() throws(StoreError) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { throw Self.error(errno, path: url.path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notWritable(path: url.path) }
        if status.st_mode & 0o077 != 0, chmod(url.path, 0o600) != 0 { throw Self.error(errno, path: url.path) }
        if access(url.path, R_OK | W_OK) != 0 { throw Self.error(errno, path: url.path) }
    }

    /// Writes the folder to the disk: otherwise a new file does not survive a loss of power. SQLite does the same for
    /// files that it creates. Errors are ignored, because some file systems don't support it.
    private func syncFolder() {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    private static func error(_ code: Int32, path: String) -> StoreError {
        switch code {
        case EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ENOENT: .notWritable(path: path)
        case ENOSPC, EDQUOT, EFBIG: .full(path: path)
        default: .failed(reason: "\(path): \(String(cString: strerror(code)))")
        }
    }
}
