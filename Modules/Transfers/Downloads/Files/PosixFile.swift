import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// An open file. It can't be copied, so its descriptor is closed exactly once, which releases its lock too.
struct PosixFile: ~Copyable {
    private let descriptor: Int32

    init(_ path: String, _ flags: Int32, mode: mode_t = S_IRUSR | S_IWUSR) throws(DownloadFailure) {
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .last }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Locks the file. Throws ``DownloadFailure/busy`` if it is locked already.
    func lock() throws(DownloadFailure) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
    }

    /// Whether the file is locked through another open file.
    var isLocked: Bool {
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(descriptor, LOCK_UN)
        return false
    }

    func status() throws(DownloadFailure) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        return status
    }

    /// Whether `path` itself, not the target of a symbolic link, is this file.
    func isNamed(_ path: String) throws(DownloadFailure) -> Bool {
        let opened = try status()
        var named = stat()
        return lstat(path, &named) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    func setMode(_ mode: mode_t) throws(DownloadFailure) {
        guard fchmod(descriptor, mode) == 0 else { throw .last }
    }

    func cut(to length: Int64) throws(DownloadFailure) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .last }
    }

    /// Reads bytes from `offset` into `buffer`, and returns their number: 0 only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DownloadFailure) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Writes all of `bytes`. If the disk becomes full meanwhile, the bytes written so far remain.
    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure) {
        let failure = bytes.withUnsafeBytes { buffer -> DownloadFailure? in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
                if count > 0 {
                    written += count
                } else if count == 0 || errno != EINTR {
                    return count == 0 ? .diskFull(stored: 0) : .last
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Returns when the file would survive a power failure.
    func synchronize() throws(DownloadFailure) {
        #if canImport(Darwin)
        // On Darwin, fsync() leaves the bytes in the drive's cache.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw .last }
        }
    }
}
