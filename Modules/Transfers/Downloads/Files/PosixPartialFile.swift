import Foundation
import Primitives

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// `NAME.partial` in the folder of the destination, and its record `NAME.partial.json`, which only the file's owner may
/// read.
///
/// This uses POSIX, because Foundation has no portable form of a lock that ends with its process, of a write that
/// reports a full disk, or of synchronizing a folder.
final class PosixPartialFile: PartialFile {
    private let destination: String
    private let partial: String
    private let sidecar: String
    /// The record while it is written. If a killed process has left such a file, it is overwritten.
    private let newSidecar: String
    private let file: PosixFile
    /// The permissions of the file that is replaced, if there is one.
    private let mode: mode_t?

    /// Opens or creates the partial file of `destination`, and locks it. Throws ``DownloadFailure/busy`` if another
    /// download has locked it, and ``DownloadFailure/partialFileConflict(name:)`` for a file that was not created by a
    /// download.
    init(for destination: URL) throws(DownloadFailure) {
        // A symbolic link stays; the file that it points to is replaced.
        self.destination = try Self.resolved(destination.path)
        partial = self.destination + ".partial"
        sidecar = partial + ".json"
        newSidecar = sidecar + ".new"
        var status = stat()
        let isThere = stat(self.destination, &status) == 0
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw .destinationIsNoFile }
        // Users without permission to read the replaced file must not read this one either, from its first byte on. The
        // owner also needs to write, because a later run continues the file.
        let replaced = isThere ? status.st_mode & 0o777 : nil
        let own = replaced.map { $0 | S_IRUSR | S_IWUSR }
        file = try Self.openLocked(partial, mode: own ?? 0o666)
        mode = replaced
        guard try file.status().st_size == 0 || isOwnRecord else { throw conflict }
        if let own { try file.setMode(own) }
    }

    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64) {
        let data = FileManager.default.contents(atPath: sidecar)
        return (data.flatMap(DownloadRecord.init), Int64(try file.status().st_size))
    }

    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure) {
        try file.write(bytes, at: offset)
    }

    func cut(to length: Int64) throws(DownloadFailure) {
        try file.cut(to: length)
    }

    func synchronize() throws(DownloadFailure) {
        try file.synchronize()
    }

    func save(_ record: DownloadRecord) throws(DownloadFailure) {
        let encoded: Data
        do {
            encoded = try record.encoded()
        } catch {
            throw .disk(reason: "The download's record can't be encoded")
        }
        // Otherwise a later run would apply the record to another file of this name.
        guard try file.isNamed(partial) else { throw conflict }
        do throws(DownloadFailure) {
            let new = try PosixFile(newSidecar, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
            try new.write(encoded, at: 0)
            try new.synchronize()
            guard rename(newSidecar, sidecar) == 0 else { throw .last }
        } catch {
            try? Self.erase(newSidecar)
            throw error
        }
        try synchronizeFolder()
    }

    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest {
        var hash = hashing.begin()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while !Task.isCancelled {
            let count = try file.read(into: buffer, at: offset)
            if count == 0 { break }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        return hash.digest()
    }

    func publish() throws(DownloadFailure) {
        if let mode { try file.setMode(mode) }
        guard try file.isNamed(partial) else { throw conflict }
        guard rename(partial, destination) == 0 else { throw .last }
        // The record is deleted last, here and in `remove()`: bytes without a record would count as another program's.
        try synchronizeFolder()
        try eraseRecord()
    }

    func remove() throws(DownloadFailure) {
        if try file.isNamed(partial) {
            try Self.erase(partial)
            try synchronizeFolder()
        }
        try eraseRecord()
    }

    private var conflict: DownloadFailure {
        .partialFileConflict(name: URL(filePath: partial).lastPathComponent)
    }

    /// Whether a download has written the sidecar, in any version of this program.
    private var isOwnRecord: Bool {
        FileManager.default.contents(atPath: sidecar).map(DownloadRecord.hasWritten) ?? false
    }

    private func eraseRecord() throws(DownloadFailure) {
        try Self.erase(sidecar)
        try Self.erase(newSidecar)
    }

    private func synchronizeFolder() throws(DownloadFailure) {
        try PosixFile(URL(filePath: destination).deletingLastPathComponent().path, O_RDONLY).synchronize()
    }
}

extension PosixPartialFile {
    /// `path` with its symbolic link resolved; throws if its target does not exist.
    private static func resolved(_ path: String) throws(DownloadFailure) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let target = realpath(path, nil) else { throw .destinationIsNoFile }
        defer { free(target) }
        return String(cString: target)
    }

    /// Whether a download of `destination` holds the lock now. A file that can't be opened counts as not locked.
    static func isLocked(for destination: URL) -> Bool {
        guard let path = try? resolved(destination.path),
            let file = try? PosixFile(path + ".partial", O_RDONLY | O_NOFOLLOW)
        else { return false }
        return file.isLocked
    }

    private static func openLocked(_ path: String, mode: mode_t) throws(DownloadFailure) -> PosixFile {
        while true {
            var status = stat()
            // A symbolic link could point anywhere, and opening a pipe could block.
            guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
                throw .partialFileConflict(name: URL(filePath: path).lastPathComponent)
            }
            let file = try PosixFile(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: mode)
            // A process that only tests the lock (`isLocked`) holds it for a moment.
            var attempts = 1
            while file.isLocked, attempts < 5 {
                attempts += 1
                usleep(1_000)
            }
            try file.lock()
            // The download that held the lock may have published the file meanwhile.
            if try file.isNamed(path) { return file }
        }
    }

    private static func erase(_ path: String) throws(DownloadFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last }
    }
}
