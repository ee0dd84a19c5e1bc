import Files
public import Foundation
public import Primitives

/// A spooled copy of a file, which nothing changes until it is uploaded: the original may be edited or deleted meanwhile.
public struct UploadSource: Sendable, Hashable, Codable {
    /// The copy, in the folder of its ``UploadSpool``. Its name is ``sha256``.
    public let file: URL
    /// The name of the original, which the server receives.
    public let name: String
    /// The media type, such as `image/png`.
    public let contentType: String
    /// The length in bytes.
    public let length: Int64
    /// The SHA-256 digest of the bytes in lower-case hexadecimal.
    public let sha256: String

    public init(file: URL, name: String, contentType: String, length: Int64, sha256: String) {
        self.file = file
        self.name = name
        self.contentType = contentType
        self.length = length
        self.sha256 = sha256
    }
}

/// A folder of copies that wait for their upload, named by their content: a file that is added twice is stored once.
public struct UploadSpool: Sendable {
    /// The folder, which the first copy creates.
    public let folder: URL
    private let hashing: any ContentHashing
    private let identifiers: any IdentifierSource

    /// - Parameters:
    ///   - hashing: computes `sha-256`, such as `SHA256Hashing` of the module Digests.
    ///   - identifiers: names the incomplete copies.
    public init(
        folder: URL, hashing: any ContentHashing, identifiers: any IdentifierSource = RandomIdentifierSource()
    ) {
        self.folder = folder
        self.hashing = hashing
        self.identifiers = identifiers
    }

    /// Copies a file in constant memory. Once this returns, the copy would survive a power failure.
    ///
    /// - Parameter name: the name that the server receives; `nil` for the name of `file`.
    @concurrent
    public func add(
        _ file: URL, name: String? = nil, contentType: String = "application/octet-stream"
    ) async throws(UploadFailure) -> UploadSource {
        let name = name ?? file.lastPathComponent
        // Opening a pipe without this flag would wait for its writer.
        guard let original = try? PosixFile(file.path, O_RDONLY | O_NONBLOCK), let before = try? original.status(),
            before.st_mode & S_IFMT == S_IFREG
        else { throw .unreadable(name: name) }
        try createFolder()
        let draft = folder.appending(path: "\(identifiers.next().text).draft").path
        do throws(UploadFailure) {
            let (length, digest) = try copy(original, named: name, to: draft)
            guard let after = try? original.status(), after.isUnchanged(since: before), length == after.st_size else {
                throw .changing(name: name)
            }
            let copy = folder.appending(path: digest.hexadecimal, directoryHint: .notDirectory)
            // An earlier copy is replaced by equal bytes, in case the disk has damaged it.
            try onDisk { () throws(FileError) in try PosixFile.move(draft, to: copy.path) }
            return UploadSource(
                file: copy, name: name, contentType: contentType, length: length, sha256: digest.hexadecimal)
        } catch {
            try? PosixFile.erase(draft)
            throw error
        }
    }

    private func copy(
        _ original: borrowing PosixFile, named name: String, to draft: String
    ) throws(UploadFailure) -> (length: Int64, ContentDigest) {
        // Read-only, so that no program changes it by mistake.
        let copy = try onDisk { () throws(FileError) in
            try PosixFile(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o400)
        }
        var hash = hashing.begin()
        var length: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            guard let count = try? original.read(into: buffer, at: length) else { throw .unreadable(name: name) }
            if count == 0 { break }
            let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(chunk)
            try onDisk { () throws(FileError) in try copy.write(Data(chunk), at: length) }
            length += Int64(count)
        }
        try onDisk { () throws(FileError) in try copy.synchronize() }
        return (length, hash.digest())
    }

    private func createFolder() throws(UploadFailure) {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notPermitted
        }
        try onDisk { () throws(FileError) in try PosixFile.synchronizeFolder(of: folder.path) }
    }
}

extension stat {
    /// Whether a file with this status was not written since `earlier`.
    fileprivate func isUnchanged(since earlier: stat) -> Bool {
        #if canImport(Darwin)
        let (time, earlierTime) = (st_mtimespec, earlier.st_mtimespec)
        #else
        let (time, earlierTime) = (st_mtim, earlier.st_mtim)
        #endif
        return st_size == earlier.st_size && time.tv_sec == earlierTime.tv_sec && time.tv_nsec == earlierTime.tv_nsec
    }
}

/// Runs system calls, and throws their error as the upload's.
func onDisk<Value: ~Copyable>(_ work: () throws(FileError) -> Value) throws(UploadFailure) -> Value {
    do throws(FileError) {
        return try work()
    } catch {
        throw UploadFailure(error)
    }
}
