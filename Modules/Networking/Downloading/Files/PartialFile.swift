import Foundation

/// A file that is not complete yet, with the record beside it: what a download needs of a disk. Whoever holds one is the
/// only one who writes it.
protocol PartialFile: Sendable {
    /// What an earlier run left.
    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64)

    /// Writes all of `bytes`. Where the disk ends in the middle, what was written of them stays.
    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure)

    /// Drops what lies behind the first `length` bytes.
    func cut(to length: Int64) throws(DownloadFailure)

    /// Returns when all bytes written so far would survive a power failure.
    func synchronize() throws(DownloadFailure)

    /// Replaces the record, the whole of it or nothing.
    func save(_ record: DownloadRecord) throws(DownloadFailure)

    /// Drops record and bytes, in this order, which a power failure does not turn round.
    func discard() throws(DownloadFailure)

    /// The digest of the bytes as they lie on the disk.
    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest

    /// Moves the synchronised file to its place, over whatever file is there, and drops the record.
    func publish() throws(DownloadFailure)

    /// Leaves nothing.
    func remove() throws(DownloadFailure)
}
