import Foundation
import NIOCore
import NIOFoundationEssentialsCompat
import Synchronization

/// The bytes of one upload. The file's length is the offset, which no row repeats, so none can be ahead of the data.
struct UploadFile: Sendable {
    private let handle: FileHandle
    private let folder: URL

    /// Opens the file, and creates it if it is missing.
    init(_ id: String, in folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        handle = try Self.open(folder.appending(path: id), O_RDWR | O_CREAT)
    }

    /// Excludes other processes until ``close()``. Requests of this one wait for each other, in ``UploadTurns``.
    func lock() throws {
        guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw Problem.requestInProgress }
    }

    func close() { try? handle.close() }

    /// The number of bytes that survive a power failure: those in the file, which is synced first, as are the folders
    /// with its name.
    func syncedLength() throws -> Int {
        try handle.synchronize()
        for folder in [folder, folder.deletingLastPathComponent()] {
            try Self.open(folder, O_RDONLY | O_DIRECTORY).synchronize()
        }
        return Int(try handle.seekToEnd())
    }

    func append(_ buffer: ByteBuffer) throws { try handle.write(contentsOf: Data(buffer: buffer)) }

    func bytes(in range: Range<Int>) throws -> ByteBuffer {
        try handle.seek(toOffset: UInt64(range.lowerBound))
        let bytes = try handle.read(upToCount: range.count) ?? Data()
        guard bytes.count == range.count else { throw POSIXError(.EIO) }
        return ByteBuffer(data: bytes)
    }

    /// A part that cannot be read makes it the digest of another file.
    @concurrent
    func sha256(_ size: Int) async -> String {
        Data.sha256(
            of: stride(from: 0, to: size, by: ByteRepresentation.chunk).lazy.map { start in
                let part = try? bytes(in: start..<min(start + ByteRepresentation.chunk, size))
                return Data(buffer: part ?? ByteBuffer())
            }
        ).hexadecimal
    }

    private static func open(_ url: URL, _ flags: Int32) throws -> FileHandle {
        let descriptor = Foundation.open(url.path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

/// Runs the requests for each upload one after another. A new one ends an append, whose client has returned after it lost
/// the connection. Otherwise, the offset would still change after the client had read it.
final class UploadTurns: Sendable {
    private let last = Mutex<[String: (task: Task<Reply, any Error>, isAppend: Bool)]>([:])

    func run(
        _ id: String, isAppend: Bool, _ body: @escaping @Sendable () async throws -> Reply
    ) async throws -> Reply {
        let task = last.withLock { last in
            let previous = last[id]
            if previous?.isAppend == true { previous?.task.cancel() }
            let task = Task {
                _ = await previous?.task.result
                return try await body()
            }
            last[id] = (task, isAppend)
            return task
        }
        defer { last.withLock { if $0[id]?.task == task { $0[id] = nil } } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
