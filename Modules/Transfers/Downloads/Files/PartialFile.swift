import Foundation
import Primitives

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
