import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// `NAME.partial` beside the destination, and `NAME.partial.json`, its record, which only its owner may read.
///
/// POSIX rather than Foundation's files: a lock that dies with its process, a write that says that the disk is full, and a
/// folder's own synchronisation have no portable form there.
final class PosixPartialFile: PartialFile {
    private let destination: String
    private let partial: String
    private let sidecar: String
    /// A record that is being written. One that a killed process left is written over.
    private let newSidecar: String
    private let descriptor: Int32
    /// Of the file that is replaced, if there is one.
    private let mode: mode_t?

    /// Opens the partial file of `destination`, or makes it, and locks it; throws ``DownloadFailure/busy`` where somebody
    /// else has.
    init(for destination: URL) throws(DownloadFailure) {
        // What a link leads to is what is meant, and the link stays.
        self.destination = try Self.resolved(destination.path)
        partial = self.destination + ".partial"
        sidecar = partial + ".json"
        newSidecar = sidecar + ".new"
        var status = stat()
        let isThere = stat(self.destination, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw .destinationIsNoFile }
        descriptor = try Self.openLocked(partial)
        mode = isThere ? status.st_mode & 0o777 : nil
        // Whoever was not to read the file that is replaced is not to read this one either, from its first byte on. Only
        // its owner may do more for now: a later run has to write to it.
        if let mode, fchmod(descriptor, mode | S_IRUSR | S_IWUSR) != 0 {
            let failure = DownloadFailure.last
            close(descriptor)
            throw failure
        }
    }

    deinit {
        // With it goes the lock.
        close(descriptor)
    }

    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64) {
        let data = FileManager.default.contents(atPath: sidecar)
        return (data.flatMap(DownloadRecord.init), Int64(try Self.status(of: descriptor).st_size))
    }

    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure) {
        try Self.write(bytes, to: descriptor, at: offset)
    }

    func cut(to length: Int64) throws(DownloadFailure) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .last }
    }

    func synchronize() throws(DownloadFailure) {
        try Self.synchronize(descriptor)
    }

    func save(_ record: DownloadRecord) throws(DownloadFailure) {
        let encoded: Data
        do {
            encoded = try record.encoded()
        } catch {
            throw .disk(reason: "The download's record can't be encoded")
        }
        let file = open(newSidecar, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard file >= 0 else { throw .last }
        defer { close(file) }
        try Self.write(encoded, to: file, at: 0)
        try Self.synchronize(file)
        guard rename(newSidecar, sidecar) == 0 else { throw .last }
    }

    func discard() throws(DownloadFailure) {
        try eraseRecord()
        try synchronizeFolder()
        try cut(to: 0)
    }

    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest {
        var hash = hashing.begin()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var offset: off_t = 0
        while !Task.isCancelled {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            if count == 0 { break }
            if count < 0 {
                guard errno == EINTR else { throw .last }
                continue
            }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += off_t(count)
        }
        return hash.digest()
    }

    func publish() throws(DownloadFailure) {
        if let mode, fchmod(descriptor, mode) != 0 { throw .last }
        guard rename(partial, destination) == 0 else { throw .last }
        try eraseRecord()
        try synchronizeFolder()
    }

    func remove() throws(DownloadFailure) {
        try eraseRecord()
        try Self.erase(partial)
    }

    private func eraseRecord() throws(DownloadFailure) {
        try Self.erase(sidecar)
        try Self.erase(newSidecar)
    }

    private func synchronizeFolder() throws(DownloadFailure) {
        let folder = URL(filePath: destination).deletingLastPathComponent().path
        let file = open(folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .last }
        defer { close(file) }
        try Self.synchronize(file)
    }
}

extension PosixPartialFile {
    /// `path` without links; throws for a link that leads nowhere.
    private static func resolved(_ path: String) throws(DownloadFailure) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let target = realpath(path, nil) else { throw .destinationIsNoFile }
        defer { free(target) }
        return String(cString: target)
    }

    private static func openLocked(_ path: String) throws(DownloadFailure) -> Int32 {
        while true {
            // A link in its place could lead anywhere.
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard file >= 0 else { throw .last }
            do throws(DownloadFailure) {
                guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw .last }
                // Whoever had the lock may have moved the file to its place meanwhile: it is not ours to write then.
                var named = stat()
                let opened = try status(of: file)
                if stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
                    guard opened.st_mode & S_IFMT == S_IFREG else { throw .notPermitted }
                    return file
                }
            } catch {
                close(file)
                throw error
            }
            close(file)
        }
    }

    private static func status(of file: Int32) throws(DownloadFailure) -> stat {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .last }
        return status
    }

    private static func write(_ bytes: Data, to file: Int32, at offset: Int64) throws(DownloadFailure) {
        let failure = bytes.withUnsafeBytes { buffer -> DownloadFailure? in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
                if count > 0 {
                    written += count
                } else if count == 0 || errno != EINTR {
                    return count == 0 ? .diskFull : .last
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    private static func synchronize(_ file: Int32) throws(DownloadFailure) {
        #if canImport(Darwin)
        // There, fsync() leaves the bytes in the drive's own memory.
        if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(file) != 0 {
            guard errno == EINTR else { throw .last }
        }
    }

    private static func erase(_ path: String) throws(DownloadFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last }
    }
}
