public import Foundation

/// An open file. It can't be copied, so its descriptor is closed exactly once.
///
/// This uses POSIX, because Foundation has no portable form of a lock that ends with its process, of a write that
/// reports a full disk, or of synchronizing a folder.
public struct PosixFile: ~Copyable, Sendable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - flags: those of `open(2)`. `O_CLOEXEC` is added, so that child processes don't inherit the file.
    ///   - mode: the permissions of a file that this call creates. Foundation sets them only after creating the file,
    ///     when others could have opened it.
    package init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        descriptor = try Self.uninterrupted { open(path, flags | O_CLOEXEC, mode) }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Opens a file, or creates it, and locks it: other open files of the same path can't be locked until this one is
    /// closed. Throws ``FileError/Kind/locked`` if another one is locked already, in this process or another.
    ///
    /// - Parameter isShared: whether other shared locks may be held at the same time.
    package static func locked(
        _ path: String, mode: mode_t = 0o600, isShared: Bool = false
    ) throws(FileError) -> PosixFile {
        while true {
            let file = try PosixFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: mode)
            _ = try uninterrupted { flock(file.descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
            // If the file was deleted or replaced meanwhile, a lock on it excludes no process.
            if try file.isNamed(path) { return file }
        }
    }

    /// Releases the lock, even if a forked child process shares the open file.
    package func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }

    /// Whether the file is locked through another open file. The test holds a shared lock for a moment.
    package var isLocked: Bool {
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        flock(descriptor, LOCK_UN)
        return false
    }

    package func status() throws(FileError) -> stat {
        var status = stat()
        _ = try Self.uninterrupted { fstat(descriptor, &status) }
        return status
    }

    /// Whether `path` itself, not the target of a symbolic link, is this file.
    package func isNamed(_ path: String) throws(FileError) -> Bool {
        let opened = try status()
        var named = stat()
        return lstat(path, &named) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    package func setMode(_ mode: mode_t) throws(FileError) {
        _ = try Self.uninterrupted { fchmod(descriptor, mode) }
    }

    package func cut(to length: Int64) throws(FileError) {
        _ = try Self.uninterrupted { ftruncate(descriptor, off_t(length)) }
    }

    package func content() throws(FileError) -> Data {
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let offset = off_t(content.count)
            let count = try Self.uninterrupted { pread(descriptor, &buffer, buffer.count, offset) }
            if count == 0 { return content }
            content.append(contentsOf: buffer[..<count])
        }
    }

    /// Reads bytes from `offset` into `buffer`, and returns their number: 0 only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
        try Self.uninterrupted { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Writes all of `bytes`. If the disk becomes full meanwhile, the bytes written so far remain.
    package func write(_ bytes: Data, at offset: Int64) throws(FileError) {
        let failure = bytes.withUnsafeBytes { buffer -> FileError? in
            var written = 0
            do throws(FileError) {
                while written < buffer.count {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    let count = try Self.uninterrupted {
                        pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
                    }
                    guard count > 0 else { throw FileError(ENOSPC) }
                    written += count
                }
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Returns when the file would survive a power failure.
    package func synchronize() throws(FileError) {
        #if canImport(Darwin)
        // On Darwin, fsync() leaves the bytes in the drive's cache.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        _ = try Self.uninterrupted { fsync(descriptor) }
    }

    /// The result of a system call, which is repeated while a signal interrupts it.
    private static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) throws(FileError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw .last }
        }
    }
}

extension PosixFile {
    /// Creates an empty file that only its owner can read. Throws ``FileError/Kind/exists`` if the path names one already.
    public static func create(_ path: String) throws(FileError) {
        _ = try PosixFile(path, O_RDWR | O_CREAT | O_EXCL)
    }

    /// All bytes of the file at `path`, which is not a symbolic link.
    public static func content(of path: String) throws(FileError) -> Data {
        try PosixFile(path, O_RDONLY | O_NOFOLLOW).content()
    }

    /// Replaces a file atomically, or creates it, so that only its owner can read it: every reader finds the old content
    /// or all of the new one. Returns when the new content would survive a power failure.
    ///
    /// - Parameters:
    ///   - draft: where the content is written first, in the same folder. A file that a killed process has left there is
    ///     deleted, unless it is reserved.
    ///   - isReserved: writes over the file that ``reserve(bytes:at:)`` has created at `draft`, because another process
    ///     may take its space as soon as it is deleted.
    public static func replace(
        _ path: String, with content: Data, draft: String, isReserved: Bool = false
    ) throws(FileError) {
        if !isReserved { try? erase(draft) }
        do throws(FileError) {
            let file = try PosixFile(draft, O_WRONLY | O_CREAT | O_NOFOLLOW | (isReserved ? 0 : O_EXCL))
            try file.setMode(0o600)
            try file.write(content, at: 0)
            try file.cut(to: Int64(content.count))
            try file.synchronize()
            try move(draft, to: path)
        } catch {
            try? erase(draft)
            throw error
        }
    }

    /// Occupies space on the disk with a file that only its owner can read. Throws ``FileError/Kind/full`` and leaves no
    /// file if there is not enough space.
    public static func reserve(bytes count: Int, at path: String) throws(FileError) {
        try? erase(path)
        // Bytes that a file system with compression can't store in less space.
        var state: UInt64 = 1
        let bytes = Data(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            })
        do throws(FileError) {
            let file = try PosixFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            try file.write(bytes, at: 0)
            try file.synchronize()
        } catch {
            try? erase(path)
            throw error
        }
    }

    /// Renames a file within its folder, replacing another one. Returns when the new name would survive a power failure.
    package static func move(_ path: String, to place: String) throws(FileError) {
        guard rename(path, place) == 0 else { throw .last }
        try synchronizeFolder(of: place)
    }

    /// Deletes a file, if there is one.
    public static func erase(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last }
    }

    /// Returns when the names of the files in the folder of `path` would survive a power failure.
    public static func synchronizeFolder(of path: String) throws(FileError) {
        try PosixFile(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY).synchronize()
    }
}
