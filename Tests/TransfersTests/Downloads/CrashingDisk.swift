import EngineTestSupport
import Foundation
import Primitives
import Synchronization

@testable import Transfers

/// An in-memory disk whose machine can lose power: what was not made durable is then lost or garbled, as on real disks.
final class CrashingDisk: DownloadDisk {
    struct State {
        var bytes = Data()
        /// How many bytes would survive.
        var durable = 0
        var record: Data?
        var published: Data?
        /// The number of pieces and records that can be written before the process dies.
        var writesLeft = Int.max

        var isDead: Bool { writesLeft < 0 }
    }

    private let state = Mutex(State())

    /// The file at the destination.
    var published: Data? { state.withLock { $0.published } }

    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile {
        let isOwn = state.withLock { $0.bytes.isEmpty || $0.record.map(DownloadRecord.hasWritten) ?? false }
        guard isOwn else { throw .partialFileConflict(name: destination.lastPathComponent + ".partial") }
        return CrashingFile(disk: self)
    }

    /// Puts another program's file there.
    func put(_ bytes: Data) {
        state.withLock { $0.bytes = bytes }
    }

    /// Makes the process that writes die at its `count`th write from now.
    func die(atWrite count: Int) {
        state.withLock { $0.writesLeft = count }
    }

    /// Starts a new process, after a power failure if `powerFails`.
    func restart(afterPowerFailure isPowerFailure: Bool, random: any RandomSource) {
        state.withLock { state in
            state.writesLeft = .max
            guard isPowerFailure else { return }
            let survivors = state.durable + Int(random.next() % UInt64(state.bytes.count - state.durable + 1))
            state.bytes = state.bytes.prefix(survivors)
            for index in state.durable..<survivors where random.next().isMultiple(of: 2) { state.bytes[index] ^= 0xFF }
            state.durable = state.bytes.count
        }
    }

    fileprivate func live<Value>(_ work: (inout State) -> Value) throws(DownloadFailure) -> Value {
        let value: Value? = state.withLock { $0.isDead ? nil : work(&$0) }
        guard let value else { throw .disk(reason: "the process is dead") }
        return value
    }
}

private struct CrashingFile: PartialFile {
    let disk: CrashingDisk

    func found() throws(DownloadFailure) -> (record: DownloadRecord?, length: Int64) {
        try disk.live { state in
            (state.record.flatMap(DownloadRecord.init), Int64(state.bytes.count))
        }
    }

    func write(_ bytes: Data, at offset: Int64) throws(DownloadFailure) {
        try disk.live { state in
            state.writesLeft -= 1
            // The process may die in the middle of a piece.
            let written = state.isDead ? bytes.prefix(bytes.count / 2) : bytes
            state.bytes.replaceSubrange(Int(offset)..., with: written)
        }
    }

    func cut(to length: Int64) throws(DownloadFailure) {
        try disk.live { state in
            state.bytes = state.bytes.prefix(Int(length))
            state.durable = min(state.durable, state.bytes.count)
        }
    }

    func synchronize() throws(DownloadFailure) {
        try disk.live { $0.durable = $0.bytes.count }
    }

    func save(_ record: DownloadRecord) throws(DownloadFailure) {
        let data = try? record.encoded()
        try disk.live { state in
            state.writesLeft -= 1
            if !state.isDead { state.record = data }
        }
    }

    func digest(by hashing: any ContentHashing) throws(DownloadFailure) -> ContentDigest {
        var hash = hashing.begin()
        try disk.live { $0.bytes.withUnsafeBytes { hash.update($0) } }
        return hash.digest()
    }

    func publish() throws(DownloadFailure) {
        try disk.live { state in
            state.published = state.bytes
            state.bytes = Data()
            state.durable = 0
            state.record = nil
        }
    }

    func remove() throws(DownloadFailure) {
        try cut(to: 0)
        try disk.live { $0.record = nil }
    }
}
