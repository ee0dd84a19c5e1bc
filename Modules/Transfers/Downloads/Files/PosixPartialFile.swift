import Files
public import Foundation
import Primitives

/// The paths of a partial file and of its record, `NAME.partial` and `NAME.partial.json` in the folder of the destination.
struct PartialNames {
    let partial: String
    var sidecar: String { partial + ".json" }
    /// The record while it is written. If a killed process has left such a file, it is overwritten.
    var newSidecar: String { sidecar + ".new" }

    /// The maximum length of a name in bytes, in most file systems (NAME_MAX).
    private static let longest = 255

    /// A name that leaves no room for the endings is cut, and gets a hash of the whole name (FNV-1a).
    init(for destination: String) {
        let name = URL(filePath: destination).lastPathComponent
        guard name.utf8.count + ".partial.json.new".utf8.count > Self.longest else {
            partial = destination + ".partial"
            return
        }
        var beginning = name.prefix(200)
        while beginning.utf8.count > 200 { beginning.removeLast() }
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        partial = destination.dropLast(name.count) + "\(beginning)-\(String(hash, radix: 16)).partial"
    }
}

/// The bytes that a download of a file has stored beside it.
public struct StoredBytes: Sendable {
    private let names: PartialNames

    /// - Parameter file: the download's destination, which need not exist.
    public init(file: URL) {
        names = PartialNames(for: file.path)
    }

    /// The file with the bytes.
    public var path: String { names.partial }

    /// How many bytes the next run can continue with. 0 for a partial file without a record: no download wrote it.
    public var count: Int {
        guard FileManager.default.fileExists(atPath: names.sidecar) else { return 0 }
        return (try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }
}

/// A partial file and its record, which only the file's owner may read.
final class PosixPartialFile: PartialFile {
    private let destination: String
    private let partial: String
    private let sidecar: String
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
        let names = PartialNames(for: self.destination)
        (partial, sidecar, newSidecar) = (names.partial, names.sidecar, names.newSidecar)
        var status = stat()
        let isThere = stat(self.destination, &status) == 0
        // Its helper files may have shorter names.
        if !isThere, errno == ENAMETOOLONG { throw DownloadFailure(FileError.last) }
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw .destinationIsNoFile }
        // Users without permission to read the replaced file must not read this one either, from its first byte on. The
        // owner also needs to write, because a later run continues the file.
        let replaced = isThere ? status.st_mode & 0o777 : nil
        let own = replaced.map { $0 | S_IRUSR | S_IWUSR }
        var opened = try Self.openLocked(partial, mode: own ?? 0o666)
        if try Self.length(of: opened) > 0, !Self.isRecord(sidecar) {
            // A record is replaced atomically, but a power failure can leave it empty on some file systems. Without it,
            // it is unknown what the bytes are.
            guard Self.isDamaged(sidecar) else { throw Self.conflict(partial) }
            try Self.setAside(partial, sidecar)
            opened = try Self.openLocked(partial, mode: own ?? 0o666)
        }
        file = opened
        mode = replaced
        if let own { try attempt { () throws(FileError) in try file.setMode(own) } }
    }

    deinit {
        // Closing is not enough: a child process that another thread starts now shares the open file until it executes
        // its program, and would keep it locked.
        file.unlock()
    }

    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64) {
        let data = FileManager.default.contents(atPath: sidecar)
        return (data.flatMap(DownloadRecord.init), try length)
    }

    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure) {
        try attempt { () throws(FileError) in try file.write(bytes, at: offset) }
    }

    func cut(to length: Int64) throws(DownloadFailure) {
        try attempt { () throws(FileError) in try file.cut(to: length) }
    }

    func synchronize() throws(DownloadFailure) {
        try attempt { () throws(FileError) in try file.synchronize() }
    }

    func save(_ record: DownloadRecord) throws(DownloadFailure) {
        let encoded: Data
        do {
            encoded = try record.encoded()
        } catch {
            throw .disk(reason: "The download's record can't be encoded")
        }
        // Otherwise a later run would apply the record to another file of this name.
        guard try isInPlace else { throw conflict }
        try attempt { () throws(FileError) in
            try PosixFile.replace(sidecar, with: encoded, draft: newSidecar)
        }
    }

    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest {
        var hash = hashing.begin()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while !Task.isCancelled {
            let count = try attempt { () throws(FileError) in try file.read(into: buffer, at: offset) }
            if count == 0 { break }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        return hash.digest()
    }

    func publish() throws(DownloadFailure) {
        if let mode { try attempt { () throws(FileError) in try file.setMode(mode) } }
        guard try isInPlace else { throw conflict }
        // The record is deleted last, here and in `remove()`: bytes without a record would count as another program's.
        try attempt { () throws(FileError) in
            try PosixFile.move(partial, to: destination)
            try eraseRecord()
        }
    }

    func remove() throws(DownloadFailure) {
        let isInPlace = try isInPlace
        try attempt { () throws(FileError) in
            if isInPlace {
                try PosixFile.erase(partial)
                try PosixFile.synchronizeFolder(of: destination)
            }
            try eraseRecord()
        }
    }

    /// Whether the partial file still has its name: another program may have moved or replaced it.
    private var isInPlace: Bool {
        get throws(DownloadFailure) { try attempt { () throws(FileError) in try file.isNamed(partial) } }
    }

    private var length: Int64 {
        get throws(DownloadFailure) { try Self.length(of: file) }
    }

    private var conflict: DownloadFailure { Self.conflict(partial) }

    private func eraseRecord() throws(FileError) {
        try PosixFile.erase(sidecar)
        try PosixFile.erase(newSidecar)
    }
}

extension PosixPartialFile {
    private static func length(of file: borrowing PosixFile) throws(DownloadFailure) -> Int64 {
        do throws(FileError) { return Int64(try file.status().st_size) } catch { throw DownloadFailure(error) }
    }

    private static func conflict(_ partial: String) -> DownloadFailure {
        .partialFileConflict(name: URL(filePath: partial).lastPathComponent)
    }

    /// Whether a download has written the sidecar, in any version of this program.
    private static func isRecord(_ sidecar: String) -> Bool {
        FileManager.default.contents(atPath: sidecar).map(DownloadRecord.hasWritten) ?? false
    }

    /// Whether the sidecar can't be read or is not JSON. Another program's file of this name would be JSON.
    private static func isDamaged(_ sidecar: String) -> Bool {
        var status = stat()
        guard lstat(sidecar, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        guard let data = FileManager.default.contents(atPath: sidecar) else { return true }
        return (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) == nil
    }

    /// Renames both files, so that nothing is lost.
    private static func setAside(_ partial: String, _ sidecar: String) throws(DownloadFailure) {
        for number in 1... {
            let name = "\(partial)-\(number)"
            var status = stat()
            if lstat(name, &status) == 0 || lstat(name + ".json", &status) == 0 { continue }
            return try attempt { () throws(FileError) in
                try PosixFile.move(partial, to: name)
                try PosixFile.move(sidecar, to: name + ".json")
            }
        }
    }

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
            let file = try? PosixFile(PartialNames(for: path).partial, O_RDONLY | O_NOFOLLOW)
        else { return false }
        return file.isLocked
    }

    /// How many durable bytes the record of `destination` counts; 0 without a record.
    static func recordedBytes(for destination: URL) -> Int64 {
        guard let path = try? resolved(destination.path),
            let record = FileManager.default.contents(atPath: PartialNames(for: path).sidecar)
        else { return 0 }
        return DownloadRecord(record)?.durable ?? 0
    }

    private static func openLocked(_ path: String, mode: mode_t) throws(DownloadFailure) -> PosixFile {
        var status = stat()
        // A symbolic link could point anywhere, and opening a pipe could block.
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw .partialFileConflict(name: URL(filePath: path).lastPathComponent)
        }
        return try attempt { () throws(FileError) in
            try PosixFile.lockedByTransfer(path, mode: mode)
        }
    }
}

/// Runs system calls, and throws their error as the download's.
private func attempt<Value: ~Copyable>(_ work: () throws(FileError) -> Value) throws(DownloadFailure) -> Value {
    do throws(FileError) {
        return try work()
    } catch {
        throw DownloadFailure(error)
    }
}

/// An incomplete file and its record: the disk operations of a download. Only the download that holds its lock writes
/// it. A file that has bytes but no record belongs to another program and is never opened.
protocol PartialFile: Sendable {
    /// The record and the bytes of an earlier run.
    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64)

    /// Writes all of `bytes`. If the disk becomes full meanwhile, the bytes written so far remain.
    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure)

    /// Truncates the file to its first `length` bytes.
    func cut(to length: Int64) throws(DownloadFailure)

    /// Returns when all bytes written so far would survive a power failure.
    func synchronize() throws(DownloadFailure)

    /// Replaces the record atomically, and returns when it would survive a power failure.
    func save(_ record: DownloadRecord) throws(DownloadFailure)

    /// The digest of the bytes on the disk.
    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest

    /// Moves the synchronized file to its place, replacing an existing file, and deletes the record. Throws
    /// ``DownloadFailure/partialFileConflict(name:)`` if the partial file was replaced by another one.
    func publish() throws(DownloadFailure)

    /// Deletes the bytes and the record.
    func remove() throws(DownloadFailure)
}

/// Opens partial files.
protocol DownloadDisk: Sendable {
    /// The partial file of `destination`, locked for the caller.
    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile
}

/// The disk of this device.
struct PosixDisk: DownloadDisk {
    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile {
        try PosixPartialFile(for: destination)
    }
}
