import Foundation
import Primitives

/// A file that is not complete yet, with the record beside it: what a download needs of a disk. Only its holder writes
/// it, and a file that has bytes and no record is never opened: it is another program's.
protocol PartialFile: Sendable {
    /// What an earlier run left.
    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64)

    /// Writes all of `bytes`. Where the disk ends in the middle, what was written of them stays.
    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure)

    /// Drops what lies behind the first `length` bytes.
    func cut(to length: Int64) throws(DownloadFailure)

    /// Returns when all bytes written so far would survive a power failure.
    func synchronize() throws(DownloadFailure)

    /// Replaces the record, the whole of it or nothing, and returns when it would survive a power failure.
    func save(_ record: DownloadRecord) throws(DownloadFailure)

    /// The digest of the bytes as they lie on the disk.
    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest

    /// Moves the synchronised file to its place, over whatever file is there, and drops the record. Throws
    /// ``DownloadFailure/partialFileConflict(name:)`` if another file has been put in its stead.
    func publish() throws(DownloadFailure)

    /// Leaves neither bytes nor record.
    func remove() throws(DownloadFailure)
}
