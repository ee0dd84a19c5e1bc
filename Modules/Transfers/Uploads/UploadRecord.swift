import Files
import Foundation
import Networking
import Primitives

/// The state of an upload that outlives its process. It contains no credential, but the address of the upload, so only
/// the owner of its file may read it.
struct UploadRecord: Sendable, Equatable, Codable {
    /// The address that creates uploads, the user, and the digest of the file.
    let target: TransferTarget
    let name: String
    let contentType: String
    let length: Int64
    /// Makes the idempotency keys unique.
    let key: String
    /// How often an upload was created. A new upload needs new keys, because it must not get the responses to the last
    /// one.
    private(set) var creations = 1
    /// How often the server has refused to complete the upload. It may have stored the refusal under its key.
    var refusals = 0
    /// Where the server keeps the upload; `nil` until it has answered.
    var resource: RequestTarget?
    /// Whether all bytes have arrived, so that the server may have completed the upload already.
    var isCompleting = false
    /// The last offset that the server has confirmed. Only a hint: the server says where the upload continues.
    var offset: Int64 = 0
    /// The server's response to the complete upload.
    var result: UploadedFile?

    init(_ source: UploadSource, to target: TransferTarget, key: String) {
        self.target = target
        name = source.name
        contentType = source.contentType
        length = source.length
        self.key = key
    }

    var creationKey: String { "\(key)-\(creations)" }
    var completionKey: String { "\(creationKey)-complete-\(refusals)" }

    /// Forgets the upload of this record, so that another one is created.
    mutating func restart() {
        creations += 1
        (refusals, resource, isCompleting, offset) = (0, nil, false, 0)
    }

    /// Whether both records are of the same file for the same user and server.
    func isOfSameUpload(as other: UploadRecord) -> Bool {
        target == other.target && name == other.name && contentType == other.contentType && length == other.length
    }
}

/// The file of an ``UploadRecord``, locked for one upload: `NAME.lock` is beside `NAME.json`, and deleted with the lock.
final class UploadRecordFile: Sendable {
    private let path: String
    private let lockPath: String
    private let lock: PosixFile

    private static var version: Int { 1 }

    /// Throws ``UploadFailure/busy`` if another upload has locked the record.
    init(_ file: URL) throws(UploadFailure) {
        path = file.path
        let lockPath = Self.lock(of: file).path
        self.lockPath = lockPath
        lock = try onDisk { () throws(FileError) in try PosixFile.lockedByTransfer(lockPath) }
    }

    deinit {
        try? PosixFile.erase(lockPath)
        // A child process that another thread starts now may share the open file.
        lock.unlock()
    }

    /// The record of an earlier run; `nil` if there is none that this version could have written.
    func found() -> UploadRecord? { Self.record(at: path) }

    /// Replaces the record atomically, and returns when it would survive a power failure.
    func save(_ record: UploadRecord) throws(UploadFailure) {
        let encoded: Data
        do {
            encoded = try VersionedRecord(version: Self.version, record: record).encoded()
        } catch {
            throw .disk(reason: "The upload's record can't be encoded")
        }
        try onDisk { () throws(FileError) in try PosixFile.replace(path, with: encoded, draft: path + ".new") }
    }

    static func lock(of file: URL) -> URL { file.deletingPathExtension().appendingPathExtension("lock") }

    /// Whether a process uploads with the record at `file` now.
    static func isLocked(_ file: URL) -> Bool {
        (try? PosixFile(lock(of: file).path, O_RDONLY | O_NOFOLLOW))?.isLocked == true
    }

    /// How many bytes the server has confirmed, as far as the record at `file` knows.
    static func confirmedBytes(_ file: URL) -> Int64 { record(at: file.path)?.offset ?? 0 }

    private static func record(at path: String) -> UploadRecord? {
        guard let data = FileManager.default.contents(atPath: path),
            let record = VersionedRecord<UploadRecord>.record(in: data, version: version),
            (0...max(0, record.length)).contains(record.offset)
        else { return nil }
        return record
    }
}
