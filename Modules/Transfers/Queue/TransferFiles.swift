import Files
public import Foundation
import Primitives

// The files of queued transfers. Those of an upload are in the spool: its copy, which uploads of the same content share,
// and its record with a lock, which are named by the transfer's id.

extension QueuedTransfer {
    /// Whether a process transfers it now, which its lock shows. The answer may be out of date when it is returned.
    @concurrent
    public func isRunning() async -> Bool {
        guard state.isQueued else { return false }
        return isUpload ? UploadRecordFile.isLocked(record) : PosixPartialFile.isLocked(for: file)
    }

    /// How many bytes of an unfinished transfer the next run can skip, as far as this machine knows: a server may have
    /// received more bytes of an upload than it has confirmed.
    @concurrent
    public func storedBytes() async -> Int64 {
        isUpload ? UploadRecordFile.confirmedBytes(record) : PosixPartialFile.recordedBytes(for: file)
    }

    /// Deletes the bytes of an incomplete download, unless a run still writes it: that run deletes them itself.
    @concurrent
    public func discardBytes() async {
        guard !isUpload, !state.isDone else { return }
        try? PosixDisk().open(for: file).remove()
    }

    /// The record of an upload.
    var record: URL { file.deletingLastPathComponent().appending(path: "\(id).json", directoryHint: .notDirectory) }
}

extension UploadSpool {
    /// Copies a file and stores its upload. No sweep runs meanwhile, because it could delete the copy before the upload
    /// is stored.
    func add(
        _ file: URL, at time: any TimeSource,
        storing store: (UploadSource) async throws(TransferQueueError) -> QueuedTransfer
    ) async throws(TransferQueueError) -> QueuedTransfer {
        let holding = try await Self.lock(folder, at: time)
        defer { withExtendedLifetime(holding) {} }
        let source: UploadSource
        do throws(UploadFailure) {
            source = try await add(file)
        } catch {
            throw error == .cancelled ? .cancelled : .spool(reason: error.userMessage)
        }
        return try await store(source)
    }

    private static func lock(_ folder: URL, at time: any TimeSource) async throws(TransferQueueError) -> FileLock {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        while true {
            do throws(FileError) {
                return try FileLock(lockFile(in: folder).path, isShared: true)
            } catch {
                guard error.kind == .locked else { throw .spool(reason: UploadFailure(error).userMessage) }
            }
            // A sweep takes a moment.
            do { try await time.sleep(for: .milliseconds(10)) } catch { throw .cancelled }
        }
    }

    fileprivate static func lockFile(in folder: URL) -> URL { folder.appending(path: "spool.lock") }
}

extension TransferStore {
    /// Deletes the files of a spool that no unfinished upload needs: those of transfers that have ended or were removed,
    /// and those that a killed process has left. Does nothing while a process adds an upload; a later sweep deletes them.
    @concurrent
    public func sweep(_ spool: URL) async {
        let lock = UploadSpool.lockFile(in: spool)
        guard FileManager.default.fileExists(atPath: lock.path), let holding = try? FileLock(lock.path) else { return }
        defer { withExtendedLifetime(holding) {} }
        let (stored, hasDamaged): ([QueuedTransfer], Bool)
        do throws(TransferQueueError) {
            (stored, hasDamaged) = (try await transfers(), try await !damaged().isEmpty)
        } catch {
            // Without the store, any file may be needed. A later sweep deletes the others.
            return
        }
        // A damaged upload may need any file, too.
        guard !hasDamaged, let names = try? FileManager.default.contentsOfDirectory(atPath: spool.path) else { return }
        let uploads = stored.filter { $0.isUpload && !$0.state.isDone }
        let needed = Set(uploads.flatMap { [$0.file.lastPathComponent, "\($0.id)"] } + [Self.stem(of: lock)])
        for file in names.map({ spool.appending(path: $0) }) where !needed.contains(Self.stem(of: file)) {
            // A run that has not yet noticed the removal of its transfer sweeps again at its end.
            guard !UploadRecordFile.isLocked(spool.appending(path: "\(Self.stem(of: file)).json")) else { continue }
            try? PosixFile.erase(file.path)
        }
    }

    /// The digest in the name of a copy, or the transfer's id in the name of a record or of a file beside it.
    private static func stem(of file: URL) -> String { String(file.lastPathComponent.prefix { $0 != "." }) }
}
