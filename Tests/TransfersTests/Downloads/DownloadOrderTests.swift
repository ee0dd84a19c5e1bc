import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@testable import Transfers

@Suite("Order of disk operations in a download", .timeLimit(.minutes(10)))
struct DownloadOrderTests {
    private let content = Data.pattern(100_000)

    private func withHarness(
        cutAfter cut: Int? = nil, _ check: (DownloadHarness) async throws -> Void
    ) async throws {
        let content = content
        try await withTemporaryFolder { folder in
            var harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { body in
                    cut.map { .cut(body, after: $0) } ?? .stream(ByteStream(chunks: body.pieces(of: 1_000)))
                }
            }
            // Not a divisor of the length: the end of the download makes the last bytes durable, not a checkpoint.
            harness.policy.checkpointBytes = 7_000
            harness.policy.triesWithoutProgress = 0
            try await check(harness)
        }
    }

    /// The number of durable bytes at each call: those written before the last synchronization began.
    private func durable(in calls: [RecordingDisk.Call]) -> [Int64] {
        var (written, synchronized) = (0 as Int64, 0 as Int64)
        return calls.map { call in
            switch call {
            case .write(let end): written = max(written, end)
            case .cut(let length): (written, synchronized) = (length, min(synchronized, length))
            case .synchronize: synchronized = written
            case .save, .digest, .publish, .remove: break
            }
            return synchronized
        }
    }

    @Test(
        "a record never includes bytes that are not durable and exists before the first byte; only durable bytes become a file",
        arguments: [nil, 42_000])
    func record(cut: Int?) async throws {
        try await withHarness(cutAfter: cut) { harness in
            let disk = RecordingDisk()
            _ = try? await harness.download(on: disk)
            let calls = disk.calls
            #expect(calls.prefix(2) == [.save(durable: 0), .cut(0)])
            var saved: [Int64] = []
            for (call, durable) in zip(calls, durable(in: calls)) {
                guard case .save(let recorded) = call else { continue }
                #expect(recorded <= durable)
                saved.append(recorded)
            }
            #expect(saved.count > 1 && saved == saved.sorted())
            if let cut { return #expect(saved.last == Int64(cut), "the received bytes are recorded at the end") }
            #expect(calls.last == .publish)
            #expect(durable(in: calls).last == 100_000)
            #expect(calls.count { $0 == .publish } == 1)
        }
    }

    @Test("bytes of one version are never recorded as another's, even if the disk fails between the two")
    func failureBetweenVersions() async throws {
        let requests = Mutex(0)
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                let number = requests.withLock { count in
                    count += 1
                    return count
                }
                return number == 1
                    ? .file(content, for: request) { .cut($0, after: 30_000) }
                    : .file(content, tag: "\"v2\"", for: request)
            }
            let versions = Mutex(0)
            let disk = RecordingDisk { call throws(DownloadFailure) in
                let isSecond = versions.withLock { count in
                    if call == .save(durable: 0) { count += 1 }
                    return call == .save(durable: 0) && count == 2
                }
                if isSecond { throw .diskFull(stored: 0) }
            }
            await expectError(.download(.diskFull(stored: 0))) { try await harness.download(on: disk) }
            let names = try harness.names
            #expect(names.isEmpty)
        }
    }

    @Test(
        "a download cancelled after its last byte, or while its digest is computed, is not published and keeps its bytes",
        arguments: [RecordingDisk.Call.write(end: 100_000), .digest])
    func cancelledAtTheEnd(moment: RecordingDisk.Call) async throws {
        try await withHarness { harness in
            let disk = RecordingDisk { call in
                if call == moment { withUnsafeCurrentTask { $0?.cancel() } }
            }
            let digest = try moment == .digest ? ExpectedDigest.fixture(of: content) : nil
            await expectError(.cancelled) {
                try await Task { try await harness.download(expecting: digest, on: disk) }.value
            }
            #expect(try harness.names == ["file.bin.partial", "file.bin.partial.json"])
            try await harness.download(expecting: digest)
            #expect(harness.ranges == [nil, "bytes=100000-"])
            #expect(try Data(contentsOf: harness.file) == content)
        }
    }
}

/// The machine's disk, which records its calls in order, and may be smaller.
final class RecordingDisk: DownloadDisk {
    enum Call: Equatable {
        case write(end: Int64)
        case cut(Int64)
        case synchronize
        case save(durable: Int64)
        case digest
        case publish
        case remove
    }

    private let noted = Mutex<[Call]>([])
    private let onCall: @Sendable (Call) throws(DownloadFailure) -> Void
    fileprivate let space: Int64

    /// - Parameters:
    ///   - space: in bytes. Each record takes one block of 4,096 bytes.
    ///   - onCall: called before each call except `write`, in the same task; its errors are thrown by the call.
    init(
        space: Int64 = .max / 2, onCall: @escaping @Sendable (Call) throws(DownloadFailure) -> Void = { _ in }
    ) {
        self.space = space
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
        let fitting = bytes.prefix(Int(max(0, disk.space - offset)))
        try base.write(fitting, at: offset)
        try disk.note(.write(end: offset + Int64(fitting.count)))
        if fitting.count < bytes.count { throw .diskFull(stored: 0) }
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
        guard try base.found().length + 4_096 <= disk.space else { throw .diskFull(stored: 0) }
        try base.save(record)
    }

    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest {
        try disk.note(.digest)
        return try base.digest(by: hashing)
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
