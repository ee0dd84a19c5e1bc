import Foundation
import Networking
import Primitives
import Synchronization

@testable import Transfers

/// The machine's disk, which records its calls in order.
final class RecordingDisk: DownloadDisk {
    enum Call: Equatable {
        case write(end: Int64)
        case cut(Int64)
        case synchronize
        case save(durable: Int64)
        case publish
        case remove
    }

    private let noted = Mutex<[Call]>([])
    private let onCall: @Sendable (Call) throws(DownloadFailure) -> Void

    /// - Parameter onCall: called before each call except `write`, in the same task; its errors are thrown by the call.
    init(onCall: @escaping @Sendable (Call) throws(DownloadFailure) -> Void = { _ in }) {
        self.onCall = onCall
    }

    var calls: [Call] { noted.withLock(\.self) }

    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile {
        RecordingFile(base: try PosixPartialFile(for: destination), disk: self)
    }

    fileprivate func note(_ call: Call) throws(DownloadFailure) {
        noted.withLock { $0.append(call) }
        try onCall(call)
    }
}

private struct RecordingFile: PartialFile {
    let base: PosixPartialFile
    let disk: RecordingDisk

    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64) { try base.found() }

    /// Recorded when done, unlike the others: a synchronization does not cover bytes that are still being written.
    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure) {
        try base.write(bytes, at: offset)
        try disk.note(.write(end: offset + Int64(bytes.count)))
    }

    func cut(to length: Int64) throws(DownloadFailure) {
        try disk.note(.cut(length))
        try base.cut(to: length)
    }

    func synchronize() throws(DownloadFailure) {
        try disk.note(.synchronize)
        try base.synchronize()
    }

    func save(_ record: DownloadRecord) throws(DownloadFailure) {
        try disk.note(.save(durable: record.durable))
        try base.save(record)
    }

    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest {
        try base.digest(by: hashing)
    }

    func publish() throws(DownloadFailure) {
        try disk.note(.publish)
        try base.publish()
    }

    func remove() throws(DownloadFailure) {
        try disk.note(.remove)
        try base.remove()
    }
}
